import { createAccount } from "../../support/server/accounts.ts";
import type { Product, ServerProcess } from "./product.ts";
import type { Who } from "./sender.ts";

/** Accounts with confirmed addresses, each from its own network address. */
export async function createAccounts({ pool }: Product, api: ServerProcess, count: number): Promise<Who[]> {
	const made: Who[] = [];
	for (let n = 0; n < count; n++) {
		const from = `198.51.100.${n + 1}`;
		const server = {
			url: api.url,
			async confirmAddress(email: string) {
				await pool.query("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
			},
		};
		const { cookie, accountId } = await createAccount(server, { from });
		made.push({ cookie, account: accountId, from });
	}
	return made;
}
