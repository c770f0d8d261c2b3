import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { TIMINGS } from "#server/platform/settings/timings.ts";
import { afterFile } from "../after-file.ts";
import { cookiesOf, newAccountAddress, postJson } from "../server/accounts.ts";
import { refusalOf } from "../server/api-client.ts";
import { createOwner } from "../server/people.ts";
import { startTestServer, type TestServerOptions } from "../server/test-server.ts";
import { CLIENT, startProvider } from "./provider.ts";

/** The role map that tests use. */
const ROLE_MAP = {
	roleClaim: "groups",
	roleValues: [
		{ value: "grc-leads", role: "manager" },
		{ value: "grc", role: "consultant" },
	],
	defaultRole: "auditor",
	required: false,
} as const;

/** Adds the cookies that an answer sets to those of a browser. */
const withCookies = (jar: string, answer: Response): string => {
	const all = new Map(
		[...jar.split("; "), ...cookiesOf(answer).split("; ")].filter(Boolean).map((pair) => [pair.split("=")[0], pair]),
	);
	return [...all.values()].join("; ");
};

/** A server with a workspace whose domain is verified and whose people sign in at a real provider. */
export async function startCompany({ env, parts, ...options }: TestServerOptions = {}) {
	const records = new Map<string, string>();
	const server = await startTestServer({
		...options,
		env: { ROLE: "all", SIGN_ON_ALLOW: "127.0.0.1", ...env },
		parts: {
			txtRecords: async (name) => [records.get(name) ?? "something else"],
			// Far more than this provider takes, but short enough that a test of one that hangs is quick.
			timings: { ...TIMINGS, providerMs: 4_000 },
			...parts,
		},
	});
	const owner = await createOwner(server);
	const signOnOf = async () => (await owner.call("readSignOn")).json();
	const { redirectUri } = await signOnOf();
	const provider = await startProvider({ redirectUri });
	afterFile(provider.close);
	const domain = `d${newAccountAddress().replace(/\W/g, "").slice(0, 40).toLowerCase()}.example.com`;
	const setProvider = (change: Record<string, unknown> = {}) =>
		owner.call("setSignOn", { body: { issuer: provider.issuer, ...CLIENT, ...ROLE_MAP, ...change } });
	const addDomain = async (name = domain) => {
		const { record } = await (await owner.call("addSignOnDomain", { body: { domain: name } })).json();
		records.set(record.name, record.text);
		return (await owner.call("verifySignOnDomain", { params: { domain: name } })).json();
	};

	const start = (email: string, next?: string) =>
		postJson(server.url, API_PATHS.signOnStart, { email, ...(next !== undefined && { next }) });

	/** As a browser: from the start to the address at which the provider sends it back. */
	async function toCallback(email: string, next?: string) {
		const begun = await start(email, next);
		if (begun.status !== 200) throw new Error(`start answered ${begun.status}: ${await begun.text()}`);
		let url = new URL((await begun.json()).url);
		const first = url;
		let jar = "";
		for (let hop = 0; hop < 8; hop++) {
			const answer = await fetch(url, { redirect: "manual", headers: { Cookie: jar } });
			const location = answer.headers.get("location");
			if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
			jar = withCookies(jar, answer);
			url = new URL(location, url);
			if (url.href.startsWith(redirectUri)) return { callback: url, cookie: cookiesOf(begun), first };
		}
		throw new Error("The provider never sends back");
	}
	const comeBack = async (callback: URL, cookie: string) => {
		const at = new URL(callback.pathname + callback.search, server.url);
		const answer = await fetch(at, { redirect: "manual", headers: { Cookie: cookie } });
		return { status: answer.status, cookie: cookiesOf(answer), to: answer.headers.get("location") ?? "" };
	};
	/** Signs in through the provider. `to`: where we finally send the browser. */
	async function signIn(email: string, { browser = "", next }: { browser?: string; next?: string } = {}) {
		const { callback, cookie } = await toCallback(email, next);
		return comeBack(callback, [cookie, browser].filter(Boolean).join("; "));
	}
	const me = async (cookie: string) =>
		(await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } })).json();
	/** An employee of the company, signed in at the provider. */
	function person(claims: Record<string, unknown> = {}) {
		const sub = newAccountAddress().replace(/\W/g, "");
		const email = `${sub}@${domain}`;
		provider.people.set(sub, { sub, email, email_verified: true, name: "Grace Hopper", ...claims });
		provider.state.signedIn = sub;
		return { sub, email };
	}
	const roleOf = async (accountId: string) =>
		(
			await server.database.pool.query("SELECT role FROM memberships WHERE workspace_id = $1 AND account_id = $2", [
				owner.workspaceId,
				accountId,
			])
		).rows[0]?.role;
	return {
		server,
		owner,
		provider,
		domain,
		records,
		setProvider,
		addDomain,
		start,
		toCallback,
		comeBack,
		signIn,
		me,
		person,
		roleOf,
		signOnOf,
		refusalOf,
	};
}
