import * as z from "zod/mini";
import type { Issue } from "../issue.ts";
import { type OpenAsk, ownAddress, type Reach, type Target, type TrackerClient } from "../tracker.ts";
import { markdown, plainTitle } from "./markdown.ts";

const issue = z.object({ number: z.int(), html_url: z.string() });
const issues = z.array(z.extend(issue, { body: z.nullish(z.string()) }));
const comments = z.array(z.object({ body: z.nullish(z.string()) }));
const repository = z.object({ has_issues: z.boolean() });
const anything = z.unknown();

const PAGE = 50;
const MOST_PAGES = 20;
/** How much the clocks of two machines may differ. */
const CLOCKS_MS = 600_000;

/**
 * GitHub has its API on a separate host, and so has GitHub with data residency; a GitHub Enterprise Server has it below its own address.
 */
export function githubReach({ url, token }: Pick<Target, "url" | "token">): Reach {
	const { host, origin } = new URL(url);
	const isCloud = host === "github.com" || host.endsWith(".ghe.com");
	return {
		api: isCloud ? `https://api.${host}` : `${origin}/api/v3`,
		headers: {
			accept: "application/vnd.github+json",
			"x-github-api-version": "2022-11-28",
			authorization: `Bearer ${token}`,
		},
	};
}

/** GitHub, through its REST API. */
export function createGitHub(target: Target, openAsk: OpenAsk): TrackerClient {
	const ask = openAsk(githubReach(target));
	const repo = `repos/${target.project}`;
	const toIssue = ({ number, html_url }: z.infer<typeof issue>): Issue => ({
		ref: String(number),
		key: `#${number}`,
		url: ownAddress(html_url, target),
	});
	const patch = ({ ref }: Issue, body: object) =>
		ask({ method: "PATCH", path: `${repo}/issues/${ref}`, body, answer: anything });
	return {
		async check() {
			const { has_issues: hasIssues } = await ask({ path: repo, answer: repository });
			if (!hasIssues) return { problem: "issues-off", detail: "" };
			await ask({ path: `${repo}/issues?per_page=1`, answer: issues });
			return undefined;
		},
		// Not with the search, which lags behind: the list already has what was just created.
		async find(mark, since) {
			const from = new Date(since.getTime() - CLOCKS_MS).toISOString();
			for (let page = 1; page <= MOST_PAGES; page += 1) {
				const query = new URLSearchParams({
					state: "all",
					since: from,
					sort: "created",
					direction: "desc",
					per_page: String(PAGE),
					page: String(page),
				});
				const listed = await ask({ path: `${repo}/issues?${query}`, answer: issues });
				const found = listed.find(({ body }) => body?.includes(mark));
				if (found) return toIssue(found);
				if (listed.length < PAGE) return undefined;
			}
			return undefined;
		},
		async create({ title, blocks }, mark) {
			const body = { title: plainTitle(title), body: markdown(blocks, mark) };
			return toIssue(await ask({ method: "POST", path: `${repo}/issues`, body, answer: issue }));
		},
		async hasComment({ ref }, mark, since) {
			const query = new URLSearchParams({
				since: new Date(since.getTime() - CLOCKS_MS).toISOString(),
				per_page: "100",
			});
			const said = await ask({ path: `${repo}/issues/${ref}/comments?${query}`, answer: comments });
			return said.some(({ body }) => body?.includes(mark));
		},
		async comment({ ref }, blocks, mark) {
			const body = { body: markdown(blocks, mark) };
			await ask({ method: "POST", path: `${repo}/issues/${ref}/comments`, body, answer: anything });
		},
		async close(of) {
			await patch(of, { state: "closed", state_reason: "completed" });
			return "closed";
		},
		async reopen(of) {
			await patch(of, { state: "open", state_reason: "reopened" });
		},
	};
}
