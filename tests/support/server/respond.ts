import { randomUUID } from "node:crypto";
import { until } from "../until.ts";
import { codeIn, cookiesOf, mailAbout } from "./accounts.ts";
import { apiClient } from "./api-client.ts";
import { decodeMail, type Mailbox } from "./mailbox.ts";
import type { TestMember } from "./people.ts";

export const LINK_SUBJECT = "Questions for you to answer";
export const CODE_SUBJECT = "Your code for Plumbline";

let serial = 0;
/** A mailbox that is used only once in the run. */
export const newRespondentAddress = () => `respondent-${process.pid}-${++serial}@example.net`;

/** `days` from today, in UTC. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function checked(response: Response, what: string) {
	if (!response.ok) throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
	return response.json();
}

/** An assessment with the questionnaire for suppliers, about the member's own workspace or one of its clients. */
export async function beginVendorAssessment(by: TestMember, clientId?: string): Promise<string> {
	const id = randomUUID();
	const body = {
		id,
		template: { id: "vendor", version: 1 },
		title: "Acme Hosting, 2026",
		subject: "Acme Hosting",
		saidAt: new Date().toISOString(),
	};
	const headers = clientId === undefined ? {} : { "Plumbline-Client": clientId };
	await checked(await by.call("beginAssessment", { body, headers }), "beginAssessment");
	return id;
}

/** The token in the newest email with a link to an address, once there are `count` of them. */
export const respondTokenFor = (mailbox: Mailbox, email: string, count = 1): Promise<string> =>
	until(async () => {
		const tokens = mailbox.received
			.filter(({ to }) => to.includes(email))
			.flatMap(({ raw }) => /\/answer#([\w-]{43})/.exec(decodeMail(raw))?.[1] ?? []);
		return tokens.length >= count && tokens.at(-1);
	}, `link ${count} to ${email}`);

export type AskedRespondent = { id: string; assessmentId: string; email: string; token: string; shown: string };

/** Asks a person through a link, and returns the tokens from the email and from the answer. */
export async function askRespondent(
	mailbox: Mailbox,
	by: TestMember,
	{ assessmentId, ...more }: { assessmentId: string; sections?: string[]; endsOn?: string; email?: string },
): Promise<AskedRespondent> {
	const email = newRespondentAddress();
	const body = { name: "Grace Hopper", email, sections: ["service", "company"], endsOn: dayIn(30), ...more };
	const asked = await checked(await by.call("askRespondent", { params: { assessmentId }, body }), "askRespondent");
	const shown = new URL(asked.url).hash.slice(1);
	return {
		id: asked.respondent.id,
		assessmentId,
		email: body.email,
		token: await respondTokenFor(mailbox, body.email),
		shown,
	};
}

/** Someone with a link: calls with the cookies that this browser got. */
export function createRespondent(url: string) {
	const cookies = new Map<string, string>();
	const call: ReturnType<typeof apiClient> = (name, given = {}) => {
		const Cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
		return apiClient(url, { ...(Cookie !== "" && { Cookie }) })(name, given);
	};
	return {
		call,
		cookies,
		keep(response: Response) {
			for (const pair of cookiesOf(response).split("; ").filter(Boolean)) {
				const [name = "", value = ""] = pair.split("=");
				cookies.set(name, value);
			}
		},
	};
}
export type TestRespondent = ReturnType<typeof createRespondent>;

/** Requests a code and returns the one in the email. */
export async function codeFor(
	mailbox: Mailbox,
	url: string,
	{ token, email }: Pick<AskedRespondent, "token" | "email">,
) {
	const before = mailbox.received.length;
	const asked = await apiClient(url)("sendRespondCode", { body: { token } });
	if (asked.status !== 202) throw new Error(`sendRespondCode answered ${asked.status}: ${await asked.text()}`);
	await until(
		async () => mailbox.received.slice(before).some(({ to, raw }) => to.includes(email) && raw.includes(CODE_SUBJECT)),
		`a code to ${email}`,
	);
	return codeIn(await mailAbout(mailbox, email, CODE_SUBJECT));
}

/** Someone with the link and its mailbox, whose code was confirmed. */
export async function confirmedRespondent(
	mailbox: Mailbox,
	url: string,
	link: AskedRespondent,
): Promise<TestRespondent> {
	const respondent = createRespondent(url);
	const code = await codeFor(mailbox, url, link);
	const confirmed = await respondent.call("confirmRespondCode", { body: { token: link.token, code } });
	if (!confirmed.ok) throw new Error(`confirmRespondCode answered ${confirmed.status}: ${await confirmed.text()}`);
	respondent.keep(confirmed);
	return respondent;
}

/** An answer as a device sends it. */
export const respondAnswerOf = (respondentId: string, more: Record<string, unknown> = {}) => ({
	id: randomUUID(),
	respondentId,
	questionId: "reports-from-outside",
	answer: { value: { type: "choice", choice: "yes" }, note: "", evidence: [] },
	after: [],
	saidAt: new Date().toISOString(),
	...more,
});
