import * as z from "zod/mini";
import type { Issue } from "../issue.ts";
import { type OpenAsk, ownAddress, type Reach, type Target, type TrackerClient } from "../tracker.ts";
import { markdown, plainTitle } from "./markdown.ts";
import { withoutSlash } from "./without-slash.ts";

const issue = z.object({ iid: z.int(), web_url: z.string() });
const issues = z.array(z.extend(issue, { description: z.nullish(z.string()) }));
const notes = z.array(z.object({ body: z.string() }));
const project = z.object({ issues_access_level: z.optional(z.string()), issues_enabled: z.optional(z.boolean()) });
const ownToken = z.object({ scopes: z.array(z.string()) });
const anything = z.unknown();

const gitlabReach = ({ url, token }: Target): Reach => ({
	api: `${withoutSlash(url)}/api/v4`,
	headers: { accept: "application/json", "private-token": token },
});

/** GitLab, through its REST API. */
export function createGitLab(target: Target, openAsk: OpenAsk): TrackerClient {
	const ask = openAsk(gitlabReach(target));
	const here = `projects/${encodeURIComponent(target.project)}`;
	const toIssue = ({ iid, web_url }: z.infer<typeof issue>): Issue => ({
		ref: String(iid),
		key: `#${iid}`,
		url: ownAddress(web_url, target),
	});
	const turn = ({ ref }: Issue, event: "close" | "reopen") =>
		ask({ method: "PUT", path: `${here}/issues/${ref}`, body: { state_event: event }, answer: anything });
	return {
		async check() {
			const { issues_access_level: level, issues_enabled: enabled } = await ask({ path: here, answer: project });
			if (enabled === false || level === "disabled") return { problem: "issues-off", detail: "" };
			await ask({ path: `${here}/issues?per_page=1`, answer: issues });
			const { scopes } = await ask({ path: "personal_access_tokens/self", answer: ownToken });
			return scopes.includes("api")
				? undefined
				: { problem: "no-issue-permission", detail: `The token has the scopes ${scopes.join(", ")}, and needs api.` };
		},
		async find(mark) {
			const query = new URLSearchParams({ search: mark, in: "description", scope: "all", per_page: "20" });
			const listed = await ask({ path: `${here}/issues?${query}`, answer: issues });
			const found = listed.find(({ description }) => description?.includes(mark));
			return found && toIssue(found);
		},
		async create({ title, blocks }, mark) {
			const body = { title: plainTitle(title), description: markdown(blocks, mark) };
			return toIssue(await ask({ method: "POST", path: `${here}/issues`, body, answer: issue }));
		},
		async hasComment({ ref }, mark) {
			const query = new URLSearchParams({ order_by: "created_at", sort: "desc", per_page: "100" });
			const said = await ask({ path: `${here}/issues/${ref}/notes?${query}`, answer: notes });
			return said.some(({ body }) => body.includes(mark));
		},
		async comment({ ref }, blocks, mark) {
			const body = { body: markdown(blocks, mark) };
			await ask({ method: "POST", path: `${here}/issues/${ref}/notes`, body, answer: anything });
		},
		async close(of) {
			await turn(of, "close");
			return "closed";
		},
		async reopen(of) {
			await turn(of, "reopen");
		},
	};
}
