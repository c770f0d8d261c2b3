import type { Account } from "../account.ts";
import { networkOf } from "../account-log.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { deviceName } from "./device-name.ts";

type Visitor = {
	/** Network address; only its network is mailed. */
	client: string;
	userAgent: string | undefined;
};

/**
 * Emails the account's owner about a sign-in on a device that is new to the account. No email goes to an unconfirmed address: its owner
 * may be a stranger to the account.
 */
export async function tellOfDevice(
	tx: Pick<AccountStatements, "enqueueMail">,
	{ email, emailConfirmed }: Pick<Account, "email" | "emailConfirmed">,
	{ client, userAgent }: Visitor,
	now: Date,
): Promise<void> {
	if (!emailConfirmed) return;
	const where = { device: deviceName(userAgent), network: networkOf(client), at: now.toISOString() };
	await tx.enqueueMail({ kind: "new-device", to: email, ...where });
}
