import { type Answer, type Asked, isObject, must, mustBeJson, startStandIn } from "./stand-in.ts";

type Status = "new" | "indeterminate" | "done";
type Issue = { key: string; summary: string; description: unknown; status: Status; comments: unknown[] };

export const JIRA_EMAIL = "robot@acme.example";
export const JIRA_TOKEN = "ATATT-stand-in";

/** Nodes of the Atlassian Document Format that we use, with those they may contain. */
const NODES: Readonly<Record<string, readonly string[]>> = {
	doc: ["paragraph", "heading", "codeBlock", "bulletList"],
	paragraph: ["text", "hardBreak"],
	heading: ["text", "hardBreak"],
	codeBlock: ["text"],
	bulletList: ["listItem"],
	listItem: ["paragraph"],
	text: [],
	hardBreak: [],
};

function mustBeAdf(node: unknown, types: readonly string[]): void {
	must(isObject(node) && typeof node.type === "string" && types.includes(node.type), `a node is one of ${types}`);
	if (node.type === "doc") must(node.version === 1, "a document has version 1");
	if (node.type === "text") must(typeof node.text === "string" && node.text !== "", "a text node has a text");
	if (node.type === "heading")
		must(isObject(node.attrs) && typeof node.attrs.level === "number", "a heading has a level");
	if (node.type === "bulletList" || node.type === "listItem") {
		must(Array.isArray(node.content) && node.content.length > 0, "a list has items");
	}
	for (const child of Array.isArray(node.content) ? node.content : []) mustBeAdf(child, NODES[node.type] ?? []);
}

/** Jira as its REST API is documented: version 3 of the cloud, or version 2 of a Data Center. One project, `SEC`. */
export async function startJira(edition: "cloud" | "data-center") {
	const isCloud = edition === "cloud";
	const issues: Issue[] = [];
	const jira = {
		/** In the workflow. */
		steps: { "11": "new", "21": "indeterminate", "31": "done" } as Record<string, Status>,
		permitted: true,
	};
	const api = isCloud ? "/rest/api/3" : "/rest/api/2";
	const credentials = isCloud
		? `Basic ${Buffer.from(`${JIRA_EMAIL}:${JIRA_TOKEN}`).toString("base64")}`
		: `Bearer ${JIRA_TOKEN}`;
	const mustBeText = (value: unknown): void => {
		if (isCloud) mustBeAdf(value, ["doc"]);
		else must(typeof value === "string" && value.length <= 32_767, "a text has at most 32,767 characters");
	};
	const category = (status: Status) => ({ statusCategory: { key: status } });
	const answer = (asked: Asked): Answer => {
		const { method, path, headers, query, body } = asked;
		mustBeJson(asked);
		if (headers.authorization !== credentials) return { status: 401, body: { errorMessages: ["Unauthorized"] } };
		if (!path.startsWith(api)) return { status: 404, body: { errorMessages: ["Not here"] } };
		const rest = path.slice(api.length);
		if (rest === "/project/SEC") return { status: 200, body: { issueTypes: [{ name: "Task" }, { name: "Bug" }] } };
		if (rest.startsWith("/project/")) return { status: 404, body: { errorMessages: ["No project could be found"] } };
		if (rest === "/mypermissions") {
			must(query.get("projectKey") === "SEC" && query.get("permissions") !== null, "permissions are named");
			const names = (query.get("permissions") ?? "").split(",");
			const permissions = Object.fromEntries(names.map((name) => [name, { havePermission: jira.permitted }]));
			return { status: 200, body: { permissions } };
		}
		if (rest === (isCloud ? "/search/jql" : "/search")) {
			must(method === "POST" && isObject(body) && typeof body.jql === "string", "a search has JQL");
			must(Array.isArray(body.fields), "fields are named");
			const [, word = ""] = /^project = "SEC" AND description ~ "(\w+)"$/.exec(body.jql) ?? [];
			must(word !== "", "the JQL can be read");
			const found = issues.filter(({ description }) => JSON.stringify(description).includes(word));
			return {
				status: 200,
				body: { issues: found.map(({ key, description }) => ({ key, fields: { description } })) },
			};
		}
		if (rest === "/issue") {
			must(method === "POST" && isObject(body) && isObject(body.fields), "an issue has fields");
			const { project, issuetype, summary, description } = body.fields;
			must(isObject(project) && project.key === "SEC", "the project is named by its key");
			if (!isObject(issuetype) || issuetype.name !== "Task") {
				return { status: 400, body: { errorMessages: [], errors: { issuetype: "Specify a valid issue type" } } };
			}
			must(
				typeof summary === "string" && summary !== "" && summary.length < 255,
				"summary is shorter than 255 characters",
			);
			must(!summary.includes("\n"), "summary has one line");
			mustBeText(description);
			const issue: Issue = { key: `SEC-${issues.length + 1}`, summary, description, status: "new", comments: [] };
			issues.push(issue);
			return { status: 201, body: { id: "1", key: issue.key, self: standIn.url } };
		}
		const [, number, more] = /^\/issue\/SEC-(\d+)(\/.*)?$/.exec(rest) ?? [];
		const issue = issues[Number(number) - 1];
		if (!issue) return { status: 404, body: { errorMessages: ["Issue does not exist"] } };
		if (more === undefined) return { status: 200, body: { fields: { status: category(issue.status) } } };
		if (more === "/transitions" && method === "GET") {
			const transitions = Object.entries(jira.steps)
				.filter(([, to]) => to !== issue.status)
				.map(([id, to]) => ({ id, name: to, to: category(to) }));
			return { status: 200, body: { transitions } };
		}
		if (more === "/transitions") {
			must(isObject(body) && isObject(body.transition), "a transition is named");
			const to = jira.steps[String(body.transition.id)];
			must(to !== undefined, "the transition exists");
			issue.status = to;
			return { status: 204 };
		}
		must(more === "/comment", "the path is known");
		if (method === "GET") return { status: 200, body: { comments: issue.comments.map((said) => ({ body: said })) } };
		must(isObject(body), "a comment has a body");
		mustBeText(body.body);
		issue.comments.push(body.body);
		return { status: 201, body: { id: "1" } };
	};
	const standIn = await startStandIn(answer);
	return Object.assign(standIn, { issues, jira });
}
