import { type Answer, type Asked, isObject, must, mustBeJson, startStandIn } from "./stand-in.ts";

type Issue = { iid: number; title: string; description: string; state: string; notes: string[] };

export const GITLAB_TOKEN = "glpat-stand-in";

/** GitLab as its REST API is documented: one project, `acme/platform/web`. */
export async function startGitLab() {
	const issues: Issue[] = [];
	const gitlab = { scopes: ["api"], access: "enabled" };
	const shown = ({ iid, title, description, state }: Issue) => ({
		iid,
		title,
		description,
		state,
		web_url: `${standIn.url}/acme/platform/web/-/issues/${iid}`,
	});
	const sizeOf = (query: URLSearchParams) => {
		const size = Number(query.get("per_page") ?? "20");
		must(size >= 1 && size <= 100, "per_page is from 1 to 100");
		return size;
	};
	const answer = (asked: Asked): Answer => {
		const { method, path, headers, query, body } = asked;
		mustBeJson(asked);
		if (headers["private-token"] !== GITLAB_TOKEN) return { status: 401, body: { message: "401 Unauthorized" } };
		if (path === "/api/v4/personal_access_tokens/self") return { status: 200, body: { scopes: gitlab.scopes } };
		const prefix = "/api/v4/projects/acme%2Fplatform%2Fweb";
		if (!path.startsWith(prefix)) return { status: 404, body: { message: "404 Project Not Found" } };
		const rest = path.slice(prefix.length);
		if (rest === "") return { status: 200, body: { issues_access_level: gitlab.access } };
		if (method !== "GET" && !gitlab.scopes.includes("api")) {
			return { status: 403, body: { error: "insufficient_scope", scope: "api" } };
		}
		if (rest === "/issues" && method === "GET") {
			const size = sizeOf(query);
			const search = query.get("search");
			must(search === null || query.get("in") === "description", "the search is in descriptions");
			const found = issues.filter(({ description }) => search === null || description.includes(search));
			return { status: 200, body: found.slice(0, size).map(shown) };
		}
		if (rest === "/issues" && method === "POST") {
			must(isObject(body), "the body is an object");
			const { title, description } = body;
			must(typeof title === "string" && title !== "" && title.length <= 255, "title has 1 to 255 characters");
			must(typeof description === "string" && description.length <= 1_048_576, "description is short enough");
			const issue = { iid: issues.length + 1, title, description, state: "opened", notes: [] };
			issues.push(issue);
			return { status: 201, body: shown(issue) };
		}
		const [, iid, more] = /^\/issues\/(\d+)(\/notes)?$/.exec(rest) ?? [];
		const issue = issues[Number(iid) - 1];
		if (!issue) return { status: 404, body: { message: "404 Not found" } };
		if (more === undefined) {
			must(method === "PUT" && isObject(body), "an issue is changed by PUT");
			must(body.state_event === "close" || body.state_event === "reopen", "state_event is close or reopen");
			issue.state = body.state_event === "close" ? "closed" : "opened";
			return { status: 200, body: shown(issue) };
		}
		if (method === "GET") {
			return { status: 200, body: issue.notes.slice(-sizeOf(query)).map((note) => ({ body: note })) };
		}
		must(method === "POST" && isObject(body) && typeof body.body === "string", "a note has a body");
		issue.notes.push(body.body);
		return { status: 201, body: { id: issue.notes.length } };
	};
	const standIn = await startStandIn(answer);
	return Object.assign(standIn, { issues, gitlab });
}
