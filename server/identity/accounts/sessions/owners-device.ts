import { tokenHash } from "#server/platform/keys/tokens.ts";
import type { AccountStatements } from "../store/account-store.ts";

/**
 * The hash of a device's token, if the owner of the address has signed in on that device. Until an address is confirmed we do not know
 * its owner; a stranger may have registered it.
 */
export async function ownersDevice(
	store: Pick<AccountStatements, "accountOfDevice">,
	deviceToken: string | undefined,
	emailKey: string,
): Promise<Buffer | undefined> {
	if (deviceToken === undefined) return undefined;
	const hash = tokenHash(deviceToken);
	const account = await store.accountOfDevice(hash, emailKey);
	return account?.emailConfirmed ? hash : undefined;
}
