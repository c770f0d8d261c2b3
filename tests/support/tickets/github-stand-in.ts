import { type Answer, type Asked, isObject, must, mustBeJson, startStandIn } from "./stand-in.ts";

type Issue = { number: number; title: string; body: string; state: string; reason: string | null; comments: string[] };

export const GITHUB_TOKEN = "github_pat_11AAAAAAA0stand-in";

/** GitHub as its REST API is documented, at the address of a GitHub Enterprise Server: one repository, `acme/web`. */
export async function startGitHub() {
	const issues: Issue[] = [];
	const github = { hasIssues: true };
	const shown = ({ number, title, body, state, reason }: Issue) => ({
		number,
		title,
		body,
		state,
		state_reason: reason,
		html_url: `${standIn.url}/acme/web/issues/${number}`,
	});
	const pageOf = <T>(query: URLSearchParams, all: readonly T[]): T[] => {
		const size = Number(query.get("per_page") ?? "30");
		must(size >= 1 && size <= 100, "per_page is from 1 to 100");
		const page = Number(query.get("page") ?? "1");
		const since = query.get("since");
		if (since !== null) must(!Number.isNaN(Date.parse(since)), "since is a time");
		return all.slice((page - 1) * size, page * size);
	};
	const textOf = (body: unknown, name: string, most: number): string => {
		must(isObject(body), "the body is an object");
		const text = body[name];
		must(typeof text === "string" && text.length > 0, `${name} is a text`);
		must(text.length <= most, `${name} has at most ${most} characters`);
		return text;
	};
	const answer = (asked: Asked): Answer => {
		const { method, path, headers, query, body } = asked;
		must(headers.accept === "application/vnd.github+json", "accept names GitHub’s media type");
		must(headers["x-github-api-version"] === "2022-11-28", "the version is named");
		mustBeJson(asked);
		if (headers.authorization !== `Bearer ${GITHUB_TOKEN}`)
			return { status: 401, body: { message: "Bad credentials" } };
		const [, rest] = /^\/api\/v3\/repos\/acme\/web(\/.*)?$/.exec(path) ?? [];
		if (!path.startsWith("/api/v3/repos/acme/web")) return { status: 404, body: { message: "Not Found" } };
		if (rest === undefined) {
			must(method === "GET", "a repository is read");
			return { status: 200, body: { full_name: "acme/web", has_issues: github.hasIssues } };
		}
		if (!github.hasIssues) return { status: 410, body: { message: "Issues has been disabled in this repository." } };
		if (rest === "/issues" && method === "GET") {
			must(["open", "closed", "all", null].includes(query.get("state")), "state is one of three");
			return { status: 200, body: pageOf(query, issues.toReversed()).map(shown) };
		}
		if (rest === "/issues" && method === "POST") {
			const made = { number: issues.length + 1, state: "open", reason: null, comments: [] };
			const issue = { ...made, title: textOf(body, "title", 256), body: textOf(body, "body", 65_536) };
			issues.push(issue);
			return { status: 201, body: shown(issue) };
		}
		const [, number, more] = /^\/issues\/(\d+)(\/comments)?$/.exec(rest) ?? [];
		const issue = issues[Number(number) - 1];
		if (!issue) return { status: 404, body: { message: "Not Found" } };
		if (more === undefined) {
			must(method === "PATCH" && isObject(body), "an issue is changed by PATCH");
			must(body.state === "open" || body.state === "closed", "state is open or closed");
			const reasons = body.state === "open" ? ["reopened"] : ["completed", "not_planned", "duplicate"];
			must(typeof body.state_reason === "string" && reasons.includes(body.state_reason), "state_reason fits the state");
			issue.state = body.state;
			issue.reason = body.state_reason;
			return { status: 200, body: shown(issue) };
		}
		if (method === "GET") return { status: 200, body: pageOf(query, issue.comments).map((said) => ({ body: said })) };
		must(method === "POST", "a comment is posted");
		issue.comments.push(textOf(body, "body", 65_536));
		return { status: 201, body: { id: issue.comments.length } };
	};
	const standIn = await startStandIn(answer);
	return Object.assign(standIn, { issues, github });
}
