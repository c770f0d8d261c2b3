import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookEventType, type WebhookFacts } from "#contract/webhooks/events.ts";
import { isSlackAddress, maskedAddress } from "#server/integrations/webhooks/slack/address.ts";
import { readSlackAnswer } from "#server/integrations/webhooks/slack/answer.ts";
import { slackMessage } from "#server/integrations/webhooks/slack/message.ts";
import { wildText } from "#tests/support/fuzz/wild.ts";
import { type SlackMessage, slackFaults } from "#tests/support/server/slack-stand-in.ts";

const ID = "019abc00-0000-7000-8000-000000000001";
const LINK = `https://scan.example/dashboard/vulnerabilities/1?workspace=${ID}&x=1`;
const anywhere = { workspaceId: ID, clientId: ID, link: LINK };
const finding = (text: string) => ({
	fingerprint: "f".repeat(64),
	title: text,
	severity: "high" as const,
	host: text,
	scanId: ID as WebhookFacts["scan.ended"]["scanId"],
});
const factsOf = (text: string): { [T in WebhookEventType]: WebhookFacts[T] } => ({
	"scan.ended": {
		scanId: ID as WebhookFacts["scan.ended"]["scanId"],
		kind: "nmap",
		host: text,
		status: "completed",
		failure: null,
		counts: { high: 2, medium: 0, low: 1, none: 5 },
	},
	"finding.opened": { ...finding(text), reopened: true },
	"finding.worsened": finding(text),
	"finding.fixed": finding(text),
	"control.standing_changed": {
		controlId: ID,
		code: "VM-01",
		title: text,
		before: "none-seen",
		after: "evidence-against",
	},
	"task.due": { taskId: ID, title: text, due: "2026-11-30" },
});
const messageOf = (type: WebhookEventType, text = "example.com") =>
	slackMessage({ type, data: { ...anywhere, ...factsOf(text)[type] } }) as SlackMessage;

test.each([
	["scan.ended", "A scan ended: Nmap EOL scan of example.com (2 high, 1 low)"],
	["finding.opened", "A finding opened again: example.com (High · example.com)"],
	["finding.worsened", "A finding got more severe: example.com (High · example.com)"],
	["finding.fixed", "A finding was fixed: example.com (High · example.com)"],
	["control.standing_changed", "A control’s standing changed: VM-01 example.com (None seen → Evidence against)"],
	["task.due", "A task is due: example.com (Due 2026-11-30)"],
] as const)("%s is a sentence, with a link back", (type, text) => {
	const message = messageOf(type);
	expect(message.text).toBe(text);
	expect(slackFaults(message)).toEqual([]);
	const escaped = LINK.replaceAll("&", "&amp;");
	expect(message.blocks.at(-1)).toMatchObject({ text: { type: "mrkdwn", text: `<${escaped}|Open in Plumbline>` } });
});

test("a scan that a person cancelled did not fail", () => {
	const ended = { ...anywhere, ...factsOf("example.com")["scan.ended"], status: "failed", counts: null };
	const textOf = (failure: string) =>
		(slackMessage({ type: "scan.ended", data: { ...ended, failure } }) as SlackMessage).text;
	expect(textOf("cancelled")).toBe("A scan was cancelled: Nmap EOL scan of example.com");
	expect(textOf("unreachable")).toBe("A scan failed: Nmap EOL scan of example.com");
});

test("texts of others are no links, no mentions and no formatting, and have an end", () => {
	const message = messageOf("finding.fixed", "<!channel> *b* <https://evil.example|here> a&b\n\nc");
	expect(message.blocks[1]).toEqual({
		type: "section",
		text: {
			type: "plain_text",
			text: "&lt;!channel&gt; *b* &lt;https://evil.example|here&gt; a&amp;b c",
			emoji: false,
		},
	});
	expect(message.text).not.toContain("<");
	const long = messageOf("finding.fixed", `${"&".repeat(10_000)}`);
	expect(slackFaults(long)).toEqual([]);
	expect(JSON.stringify(long).length).toBeLessThan(20_000);
});

test("whatever a host says, Slack would take the message", () => {
	const text = fc.oneof(wildText, fc.string({ minLength: 450, maxLength: 600, unit: "grapheme" }));
	fc.assert(
		fc.property(fc.constantFrom(...WEBHOOK_EVENTS), text, (type, said) => {
			expect(slackFaults(messageOf(type, said))).toEqual([]);
		}),
	);
});

test("a test message, and one whose facts cannot be read, are messages too", () => {
	for (const type of [WEBHOOK_TEST, "scan.ended", "unknown"]) {
		expect(slackFaults(slackMessage({ type, data: {} }) as SlackMessage), type).toEqual([]);
	}
});

describe("an address of Slack's", () => {
	const GOOD = "https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx";
	test("is recognized and shown by its end alone", () => {
		expect(isSlackAddress(GOOD)).toBe(true);
		expect(isSlackAddress(GOOD.replace(".com", "-gov.com").replace("slack-gov", "slack-gov"))).toBe(true);
		expect(maskedAddress(GOOD)).toBe("https://hooks.slack.com/…uvwx");
		expect(maskedAddress("https://chat.internal/hooks/short")).toBe("https://chat.internal/…");
	});
	test.each([
		GOOD.replace("https", "http"),
		GOOD.replace("hooks.slack.com", "hooks.slack.com.evil.example"),
		GOOD.replace("hooks.slack.com", "hooks.slack.com@evil.example"),
		GOOD.replace("hooks.slack.com", "hooks.slack.com:8443"),
		GOOD.replace("hooks.", ""),
		GOOD.replace("services", "triggers"),
		`${GOOD}?x=1`,
		`${GOOD}/more`,
		"https://hooks.slack.com/services/",
		"https://hooks.slack.com/services/../../x",
		"nonsense",
		"",
	])("is not %s", (address) => {
		expect(isSlackAddress(address)).toBe(false);
	});
});

test.each([
	[200, "ok", null, "done"],
	[200, "ok\n", null, "done"],
	[200, "<html>Sign in</html>", "answer", "again"],
	[204, "", "status", "again"],
	[302, "", "status", "again"],
	[400, "invalid_payload", "status", "given-up"],
	[400, "user_not_found", "status", "again"],
	[403, "action_prohibited", "status", "again"],
	[404, "no_service", "status", "off"],
	[404, "channel_not_found", "status", "off"],
	[404, "<html>Not found</html>", "status", "again"],
	[410, "channel_is_archived", "status", "off"],
	[429, "", "status", "again"],
	[500, "rollup_error", "status", "again"],
])("%s “%s” means %s and %s", (code, body, problem, after) => {
	expect(readSlackAnswer(code, body)).toEqual({ problem, after });
});
