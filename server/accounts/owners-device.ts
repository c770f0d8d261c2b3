import { tokenHash } from "../scans/tokens.ts";
import type { AccountStatements } from "./ports.ts";

/**
 * The hash of a device's token, where the owner of the address was signed in with it. Before an address is confirmed nobody
 * is known to be its owner, least of all who registered it.
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
