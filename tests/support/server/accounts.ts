import { type AccountId, accountId, ownWorkspace } from "#contract/ids.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { until } from "../until.ts";
import type { TestDatabase } from "./database.ts";
import { decodeMail, type Mailbox } from "./mailbox.ts";

/** An account that is signed in, as a program with its own cookie jar would be. */
export type TestAccount = {
	accountId: AccountId;
	email: string;
	password: string;
	/** For the `Cookie` header: session and device. */
	cookie: string;
};

/** A server, and a way to confirm an address: in its database, which is fast, or with the code that it emails. */
type Server = { url: string } & (
	| { confirmAddress(email: string): Promise<void> }
	| { database: Pick<TestDatabase, "pool"> }
	| { mailbox: Mailbox }
);

let serial = 0;
/** An address that is used only once in the run. */
export const newAccountAddress = () => `account-${process.pid}-${++serial}@example.org`;

export const PASSWORD = "correct horse battery";

/** A call of the API with a JSON body. */
export const postJson = (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
	fetch(`${url}${API_BASE}${path}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", ...headers },
		body: JSON.stringify(body),
	});

/** The cookies of an answer as a browser would send them back, without those that were cleared. */
export const cookiesOf = (response: Response): string =>
	response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";")[0] ?? "")
		.filter((pair) => !pair.endsWith("="))
		.join("; ");

/** A registration's body as the form sends it. */
export const registrationOf = (email: string, password = PASSWORD) => ({
	email,
	password,
	password2: password,
	first_name: "Ada",
	last_name: "Lovelace",
	company: "Analytical Engines",
});

type NewAccount = {
	email?: string;
	password?: string;
	confirmed?: boolean;
	/** Network address, for a server that trusts the header that carries it. */
	from?: string;
};

/** Registers an account, confirms its address unless `confirmed` is false, and signs in. */
export async function createAccount(
	server: Server,
	{ email = newAccountAddress(), password = PASSWORD, confirmed = true, from }: NewAccount = {},
): Promise<TestAccount> {
	const { url } = server;
	const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
		const response = await postJson(url, path, body, { ...(from && { "X-Forwarded-For": from }), ...headers });
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
		return response;
	};
	await post(API_PATHS.register, registrationOf(email, password));
	const cookie = cookiesOf(await post(API_PATHS.token, { email, password }));
	if (confirmed) {
		if ("confirmAddress" in server) {
			await server.confirmAddress(email);
		} else if ("mailbox" in server) {
			const code = codeIn(await mailAbout(server.mailbox, email, "Confirm your address"));
			await post(API_PATHS.confirmEmail, { email, code }, { Cookie: cookie });
		} else {
			await server.database.pool.query("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
		}
	}
	const me = await fetch(`${url}${API_BASE}${API_PATHS.me}`, { headers: { Cookie: cookie } });
	return { accountId: accountId.parse((await me.json()).accountId), email, password, cookie };
}

/** An account's own workspace with all its clients, as a request of its owner sees it. */
export const ownScope = (account: AccountId): Scope => ({
	workspaceId: ownWorkspace(account),
	clientId: null,
	accountId: account,
	role: "owner",
});

/** The text of the newest email to an address with this subject, now or when it arrives. */
export function mailAbout(mailbox: Mailbox, address: string, subject: string): Promise<string> {
	return until(async () => {
		const found = mailbox.received.findLast(
			({ to, raw }) =>
				to.includes(address) &&
				decodeMail(raw)
					.replace(/\r\n[ \t]/g, " ")
					.includes(`Subject: ${subject}`),
		);
		return found && decodeMail(found.raw);
	}, `an email to ${address}: ${subject}`);
}

/** The code in the text of an email. */
export const codeIn = (mail: string): string => /Your code: (\S+)/.exec(mail)?.[1] ?? "";
