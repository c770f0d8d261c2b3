import { describe, expect, test } from "vitest";
import type { TicketFacts } from "#server/integrations/tickets/facts.ts";
import { harmless, withoutCommands } from "#server/integrations/tickets/harmless.ts";
import { type Block, commentText, markOf, markOfTurn, ticketText } from "#server/integrations/tickets/text.ts";
import { adf, wiki } from "#server/integrations/tickets/trackers/jira-text.ts";
import { markdown, plainTitle } from "#server/integrations/tickets/trackers/markdown.ts";
import { findingOf } from "../../../../support/engines/found.ts";

const URL_HERE = "https://scan.example";
const ID = "3f2a0000-0000-4000-8000-000000000001";
const MARK = markOf(ID);
const seen = (text: string) => text.replaceAll("\u200B", "");

const about = (more: Parameters<typeof findingOf>[0] = {}): TicketFacts => ({
	about: "finding",
	path: "/dashboard/vulnerabilities/ab?workspace=w",
	turnedAt: new Date("2026-11-26T10:00:00Z"),
	finding: findingOf({ severity: "high", ...more }),
	firstSeenAt: new Date("2026-11-01T10:00:00Z"),
	lastSeenAt: new Date("2026-11-25T10:00:00Z"),
});

describe("what a tracker would read in any text", () => {
	test.each([
		["@everyone", /@\w/],
		["a@example.com", /@\w/],
		["fixes #1", /#\d/],
		["closes acme/web#12", /#\d/],
		["resolves GH-7", /GH-\d/],
		['see !15 and ~bug and %"v1" and $4 and &3 and ^alert#2', /[!~%$&^][\w"]/],
		["[vulnerability:123] *iteration:4", /\*\w/],
		["https://github.com/acme/web/issues/1", /:\/\//],
		["www.evil.example", /www\./],
		["SEC-15 is done", /SEC-\d/],
	])("%s has no effect, and reads the same", (text, effect) => {
		expect(text).toMatch(effect);
		expect(harmless(text)).not.toMatch(effect);
		expect(seen(harmless(text))).toBe(text);
	});

	test("no line is a command", () => {
		expect(withoutCommands("/close\n  /assign @me\ntext /close").split("\n")).toEqual([
			"\u200B/close",
			"  \u200B/assign @me",
			"text /close",
		]);
	});
});

describe("Markdown", () => {
	const write = (text: string, is: "paragraph" | "code" = "paragraph") =>
		markdown([{ is, text }], MARK).split(`\n\n<sub>`)[0] ?? "";

	test.each(["# h", "- a", "1. a", "> q", "[x](javascript:1)", "<img src=x>", "`a`", "***", "a | b", "~~~", "&lt;"])(
		"%s is text",
		(text) => {
			const written = write(text);
			expect(seen(written).replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")).toBe(text);
			// Each character that could be markup is escaped.
			expect(written.replaceAll(/\\[!-/:-@[-`{-~]/g, "")).not.toMatch(/[!-/:-@[-`{-~]/);
		},
	);

	test("no fence in the evidence ends its block", () => {
		expect(write("a\n```\n/close\n@ada ````", "code")).toBe("`````text\na\n```\n\u200B/close\n@ada ````\n`````");
	});

	test("nothing begins a block of code by its indent", () => {
		expect(write("a\n\n    b\n\n\n\nc")).toBe("a\n\nb\n\nc");
	});

	test("our link is a link, and the mark stands at the end", () => {
		const text = markdown([{ is: "link", text: "Open", url: `${URL_HERE}/a?b=c` }], MARK);
		expect(text).toBe(`[Open](<${URL_HERE}/a?b=c>)\n\n<sub>\`${MARK}\`</sub>`);
		expect(MARK).toMatch(/^\w+$/);
	});
});

describe("Jira", () => {
	test("the cloud gets a tree, in which a text is a text", () => {
		const blocks: Block[] = [
			{ is: "paragraph", text: "[~ada] *b*\n\nc" },
			{ is: "code", text: "{noformat}" },
		];
		expect(adf(blocks, MARK)).toEqual({
			type: "doc",
			version: 1,
			content: [
				{
					type: "paragraph",
					content: [
						{ type: "text", text: "[~ada] *b*" },
						{ type: "hardBreak" },
						{ type: "hardBreak" },
						{ type: "text", text: "c" },
					],
				},
				{ type: "codeBlock", content: [{ type: "text", text: "{noformat}" }] },
				{ type: "paragraph", content: [{ type: "text", text: MARK }] },
			],
		});
	});

	test("a Data Center gets markup, in which nothing observed is markup", () => {
		const write = (block: Block) => wiki([block], MARK).split(`\n\n${MARK}`)[0] ?? "";
		expect(write({ is: "paragraph", text: "[~ada] {code}x{code} *b*" })).toMatch(/^\\\[\\~/);
		expect(write({ is: "paragraph", text: "h1. Big" })).not.toMatch(/^h1/);
		const verbatim = write({ is: "code", text: "a {noformat} {NOFORMAT:title=x} b" });
		expect(verbatim.match(/\{noformat/gi)).toHaveLength(2);
	});
});

test("a ticket says what, where, since when, how to fix and check, and links back", () => {
	const { title, blocks } = ticketText(about({ title: "Directory\nlisting", host: "shop.example.com" }), URL_HERE);
	expect(title).toBe("High: Directory listing (shop.example.com)");
	const text = seen(markdown(blocks, MARK)).replaceAll("\\", "");
	for (const part of [
		"It matters in detail.",
		"shop.example.com:443",
		"Rule: some-rule",
		"First seen: 1 Nov 2026",
		"Last seen: 25 Nov 2026",
		"seen",
		"Change the setting.",
		"choose Retest",
		`${URL_HERE}/dashboard/vulnerabilities/ab?workspace=w`,
	]) {
		expect(text).toContain(part);
	}
});

test("the longest hostile texts fit into every tracker", () => {
	const hostile = "@a\u{1F4A3}\u202E\u0000`#1[".repeat(4_000);
	const { title, blocks } = ticketText(
		about({
			title: hostile,
			parameter: hostile,
			evidence: Array.from({ length: 50 }, () => ({ source: hostile, text: hostile })),
			why: { owner: "", engineer: hostile },
			fix: { owner: "", engineer: hostile },
		}),
		URL_HERE,
	);
	expect(plainTitle(title).length).toBeLessThan(255);
	expect(markdown(blocks, MARK).length).toBeLessThan(65_536);
	expect(wiki(blocks, MARK).length).toBeLessThan(32_767);
	expect(JSON.stringify(adf(blocks, MARK)).length).toBeLessThan(32_767);
	for (const text of [title, markdown(blocks, MARK)]) {
		expect(text).not.toMatch(/[\u202E\0]|\p{Cs}/u);
	}
});

test("comments say what happened, and each turn has a mark of its own", () => {
	const first = (came: "closed" | "told" | "open") => {
		const [block] = commentText(about(), came, URL_HERE);
		return block?.is === "paragraph" ? block.text : "";
	};
	expect(first("closed")).toContain("Fixed since 26 Nov 2026");
	expect(first("told")).toContain("offers no step");
	expect(first("open")).toContain("open again since 26 Nov 2026");
	const marks = [1, 2, 10, 12].map((turn) => markOfTurn(ID, turn));
	for (const one of marks) expect(marks.filter((other) => other.includes(one))).toEqual([one]);
});
