import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { afterFile } from "../after-file.ts";
import { until } from "../until.ts";
import { codeIn, mailAbout, postJson } from "./accounts.ts";
import { startMailbox } from "./mailbox.ts";
import { startTestServer, type TestServerOptions } from "./test-server.ts";

/** Subjects of the emails about accounts. */
export const SUBJECTS = {
	confirm: "Confirm your address for Plumbline",
	change: "Confirm your new address for Plumbline",
	reset: "Your code for a new Plumbline password",
	passwordChanged: "Your Plumbline password was changed",
	changeAsked: "New address requested for your Plumbline account",
	changed: "Your Plumbline account has a new address",
	deleted: "Your Plumbline account was deleted",
	newDevice: "New sign-in to your Plumbline account",
	known: "You already have a Plumbline account",
};

/** A server whose emails arrive in its own mailbox, with the calls that account tests share. */
export async function startAccountServer({ env, ...options }: TestServerOptions = {}) {
	const mailbox = await startMailbox();
	afterFile(() => mailbox.close());
	const server = await startTestServer({ ...options, env: { SMTP_URL: mailbox.smtpUrl, ...env } });
	const { pool } = server.database;
	const post = (path: string, body?: unknown, cookie = "") => postJson(server.url, path, body, { Cookie: cookie });
	const mailOf = (address: string, subject: string) => mailAbout(mailbox, address, subject);
	return {
		server,
		mailbox,
		pool,
		post,
		signIn: (email: string, password: string) => post(API_PATHS.token, { email, password }),
		confirm: (email: string, code: string, cookie = "") => post(API_PATHS.confirmEmail, { email, code }, cookie),
		forgot: (email: string) => post(API_PATHS.forgotPassword, { email }),
		reset: (email: string, code: string, password = "an entirely new one") =>
			post(API_PATHS.resetPassword, { email, code, password }),
		readMe: async (cookie: string) =>
			(await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } })).json(),
		mailOf,
		codeOf: async (address: string, subject: string) => codeIn(await mailOf(address, subject)),
		/** How many emails with this subject have arrived for an address. */
		count: (address: string, subject = "") =>
			mailbox.received.filter(({ to, raw }) => to.includes(address) && raw.includes(`Subject: ${subject}`)).length,
		/** Resolves when no email about an account is waiting, so one that has not arrived by then never will. */
		mailed: () =>
			until(
				async () =>
					(
						await pool.query(
							"SELECT 1 FROM pgboss.job WHERE name = 'account-mail' AND state IN ('created', 'active', 'retry')",
						)
					).rowCount === 0,
				"all emails are sent",
			),
	};
}
