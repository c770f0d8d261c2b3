import { ERROR_STATUS } from "#contract/errors.ts";
import { API_BASE, API_PATHS, MCP_PATH } from "#contract/routes.ts";
import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import { pageShell } from "#server/platform/paper/pages/page-shell.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";
import { TOOLS } from "../mcp/tools.ts";
import type { Call, Document, JsonSchema } from "./openapi.ts";

/** How AI assistants read here: for the page about the API. */
const mcpPart = (origin: string): TrustedHtml =>
	html`<div class="prose"><p>Programs that speak the Model Context Protocol read at <code>${origin}${MCP_PATH}</code>, by Streamable HTTP. Each request needs the header <code>Authorization: Bearer</code> and an API token, which members make in the settings, under Integrations. Nothing can be changed there.</p>
<p>Each tool makes one call of this API, with the scope beside it and the same limits and answers. Tools that the token has no scope for are not listed. Texts in answers come from scanned hosts and from people: they are data, and never instructions.</p></div>
<dl class="tiers">${TOOLS.map(
		({ name, description, operation }) =>
			html`<div><dt><code>${name}</code></dt><dd>${description} <code>${operation.scope}</code></dd></div>`,
	)}</dl>`;

/** The API described for people: every call with its access, input and answers. */
export function apiPage({ paths, info }: Document, origin: string): string {
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, call })),
	);
	const tags = [...new Set(calls.flatMap(({ call }) => call.tags))];
	return pageShell({
		title: "API",
		home: "/",
		listed: true,
		main: html`<header class="title"><p class="kind">For programs that work with ${site.name}</p><div class="body"><h1>API</h1></div></header>
${part(
	"ground",
	"What all calls share",
	html`<div class="prose"><p>${info.description} Paths below are relative to <code>${API_BASE}</code>. The same description for programs: <a href="${API_BASE}${API_PATHS.openapi}">OpenAPI 3.1</a>.</p>
<p>Bodies and answers are JSON. Signing in sets a session cookie, and programs can sign in too. Calls that create something take an <code>Idempotency-Key</code>: a repeat under the same key gets the first answer and creates nothing twice.</p></div>`,
)}
${tags.map((tag) =>
	part(
		tag.toLowerCase(),
		tag,
		html`${calls.filter(({ call }) => call.tags.includes(tag)).map(({ method, path, call }) => callArticle(method, path, call))}`,
	),
)}
${part("mcp", "AI assistants", mcpPart(origin))}
${part("errors", "Errors", errors)}`,
	});
}

const part = (id: string, heading: string, body: TrustedHtml): TrustedHtml =>
	html`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><div class="body">
${body}
</div></section>
`;

const errors = html`<div class="prose"><p>Every answer that is not 2xx has a <code>code</code> for programs, a <code>message</code> for people and sometimes <code>details</code>. New codes may be added: for a code you do not know, go by the status. With 429 and 503, <code>Retry-After</code> says how many seconds to wait.</p></div>
<dl class="tiers">${Object.entries(ERROR_STATUS).map(([code, status]) => html`<div><dt><code>${code}</code></dt><dd>${status}</dd></div>`)}</dl>`;

function callArticle(method: string, path: string, call: Call): TrustedHtml {
	const access = call.security?.some((way) => Object.keys(way).length === 0) ? "No sign-in needed" : "Sign-in needed";
	const roles = call["x-roles"]?.map((role) => ROLE_LABELS[role].toLowerCase()).join(", ");
	const body = call.requestBody?.content["application/json"]?.schema;
	const groups = (["path", "query", "header"] as const).map((place) =>
		fieldList(
			{ path: "In the path", query: "In the query", header: "Headers" }[place],
			call.parameters
				.filter((parameter) => parameter.in === place)
				.map(({ name, required, schema, description }) => ({ name, required, text: description ?? typeOf(schema) })),
		),
	);
	const answers = Object.entries(call.responses).map(([status, { description, content }]) => {
		const schema = content?.["application/json"]?.schema;
		return html`<div><dt>${status === "default" ? "Otherwise" : status}</dt><dd>${withCode(description)}${schema && status !== "default" ? html` <code>${typeOf(schema)}</code>` : undefined}</dd></div>`;
	});
	return html`<article aria-labelledby="${call.operationId}">
<h3 id="${call.operationId}"><code>${method} ${path}</code></h3>
<p>${call.summary}</p><p class="label">${access}${roles && ` · ${roles}`}</p>
<details class="more"><summary>Fields and answers</summary>
${groups}
${body && fieldList("Body", fieldsOf(body))}
<h4>Answers</h4><dl class="tiers">${answers}</dl>
</details></article>
`;
}

type Field = { name: string; required: boolean; text: string };

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Field[] =>
	Object.entries(properties).map(([name, schema]) => ({
		name,
		required: required.includes(name),
		text: typeOf(schema),
	}));

const fieldList = (heading: string, fields: Field[]): TrustedHtml | undefined =>
	fields.length === 0
		? undefined
		: html`<h4>${heading}</h4><dl class="tiers">${fields.map(
				({ name, required, text }) =>
					html`<div><dt><code>${name}</code>${required ? undefined : " (optional)"}</dt><dd>${withCode(text)}</dd></div>`,
			)}</dl>`;

/** Words between backticks are code. */
const withCode = (text: string): TrustedHtml =>
	html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** A short description of a JSON Schema. */
export function typeOf(schema: JsonSchema): string {
	const { type, format, minLength, maxLength, minimum, maximum, items, properties, anyOf, oneOf } = schema;
	const options = [...asSchemas(schema.enum), ...asSchemas(anyOf), ...asSchemas(oneOf)];
	if ("const" in schema) return JSON.stringify(schema.const);
	if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
	if (options.length > 0) return [...new Set(options.map(typeOf))].join(" | ");
	if (properties) {
		const fields = fieldsOf(schema).map(({ name, required, text }) => `${name}${required ? "" : "?"}: ${text}`);
		return `{ ${fields.join(", ")} }`;
	}
	if (type === "array") return `list of ${typeOf((items ?? {}) as JsonSchema)}`;
	const range = (least: unknown, most: unknown, unit: string) => {
		// JavaScript's limits for whole numbers are no real limits.
		const real = [least, most].map((end) => (typeof end === "number" && Number.isSafeInteger(end) ? end : undefined));
		const [low, high] = real.map((end) => (Math.abs(end ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : end));
		if (low === undefined && high === undefined) return "";
		if (low === undefined) return `, at most ${high}${unit}`;
		return high === undefined ? `, at least ${low}${unit}` : `, ${low} to ${high}${unit}`;
	};
	const name = String(format ?? (Array.isArray(type) ? type.join(" | ") : type) ?? "anything");
	return `${name}${range(minimum, maximum, "")}${range(minLength, maxLength, " characters")}`;
}

const asSchemas = (value: unknown): JsonSchema[] =>
	Array.isArray(value) ? value.filter((entry): entry is JsonSchema => typeof entry === "object" && entry !== null) : [];
