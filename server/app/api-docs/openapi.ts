import * as z from "zod/mini";
import { apiError, ERROR_STATUS } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { ACCOUNT, CLIENT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import {
	WEBHOOK_DATA,
	WEBHOOK_TEST,
	WEBHOOK_TEXTS,
	webhookMessage,
	webhookTestData,
} from "#contract/webhooks/events.ts";
import { type Role, rolesThatCan } from "#contract/workspaces/roles.ts";
import { site } from "#src/config/site.ts";

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] };

type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: JsonSchema;
};

/** One call, which OpenAPI calls an operation. */
export type Call = {
	operationId: string;
	tags: string[];
	summary: string;
	parameters: Parameter[];
	requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
	responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
	security?: Record<string, string[]>[];
	/** The roles that may make the call in a workspace; absent if it is not about a workspace. */
	"x-roles"?: readonly Role[];
};

/** A message to a webhook. */
type Message = {
	summary: string;
	parameters: Parameter[];
	requestBody: { required: true; content: Record<string, { schema: JsonSchema }> };
	responses: Record<string, { description: string }>;
};

export type Document = {
	openapi: "3.1.0";
	info: { title: string; version: string; description: string };
	servers: { url: string }[];
	paths: Record<string, Record<string, Call>>;
	/** What the server sends on its own, by event. */
	webhooks: Record<string, { post: Message }>;
	components: Record<string, Record<string, unknown>>;
};

/** Answers may get more fields later, and readers must accept them. */
const open = ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) => {
	if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
	const options = { io, unrepresentable: "any", ...(io === "output" && { override: open }) } as const;
	const { $schema, ...rest } = z.toJSONSchema(schema, options);
	return rest as JsonSchema;
}

/** The roles that may make a call; undefined if it is not about a workspace. */
const rolesOf = ({ permission = "self" }: Operation): readonly Role[] | undefined =>
	permission === "self" ? undefined : rolesThatCan(permission);

/** The error codes that a call can answer with, derived from its definition. */
function errorsOf({
	access,
	permission = "self",
	stepUp,
	scope,
	method,
	params,
	query,
	body,
	file,
	idempotent,
}: Operation): string[] {
	return [
		...(params || query || body || file ? ["invalid_body"] : []),
		...(access === "public" ? [] : ["sign_in_required"]),
		...(access === "operator" ? ["operator_required"] : []),
		"other_account",
		...(scope === undefined ? [] : ["invalid_token"]),
		...(scope === undefined || scope === "any" ? [] : ["insufficient_scope"]),
		...(permission === "self" ? [] : ["other_workspace", "role_required", "client_unknown"]),
		...(stepUp ? ["step_up_required"] : []),
		...(method === "GET" ? [] : ["cross_origin"]),
		...(params ? ["not_found"] : []),
		...(idempotent ? ["idempotency_mismatch"] : []),
		...(body || file ? ["payload_too_large", "unsupported_media_type"] : []),
		...(method === "GET" ? [] : ["rate_limited"]),
		"internal",
		"unavailable",
	];
}

function parametersOf({ permission = "self", params, query, idempotent, conditional }: Operation): Parameter[] {
	const from = (schema: z.ZodMiniObject, place: "path" | "query"): Parameter[] => {
		const { properties = {}, required = [] } = schemaOf(schema, "input");
		return Object.entries(properties).map(([name, property]) => ({
			name,
			in: place,
			required: required.includes(name),
			schema: property,
		}));
	};
	const header = (name: string, description: string, schema: JsonSchema): Parameter => ({
		name,
		in: "header",
		required: false,
		description,
		schema,
	});
	return [
		...(params ? from(params, "path") : []),
		...(query ? from(query, "query") : []),
		...(idempotent
			? [
					header(IDEMPOTENCY_KEY, "Identifies this request: a repeat gets the first answer and creates nothing.", {
						type: "string",
						pattern: "^[\\x21-\\x7e]{1,200}$",
					}),
				]
			: []),
		...(conditional ? [header("If-None-Match", "The ETag of an earlier answer.", { type: "string" })] : []),
		header(
			ACCOUNT,
			"The account the sender believes it acts for, or `anonymous` to ignore the session. 401 `other_account` if the session belongs to another account.",
			{ type: "string" },
		),
		...(permission === "self"
			? []
			: [
					header(
						WORKSPACE,
						"The workspace that the request is for; without it, the one that the account began with. Links say it with `workspace` in the query. 401 `other_workspace` if the account is no member.",
						{ type: "string", format: "uuid" },
					),
					header(
						CLIENT,
						"The client that the request is about; without it, all that the member may see. Links say it with `clientId` in the query. 404 `client_unknown` if the workspace has no such client.",
						{ type: "string", format: "uuid" },
					),
				]),
	];
}

function callOf(name: string, operation: Operation): Call {
	const { access, tag, summary, body, file, success, answer, conditional } = operation;
	const errors = [...new Set(errorsOf(operation))];
	const roles = rolesOf(operation);
	return {
		operationId: name,
		tags: [tag],
		summary,
		parameters: parametersOf(operation),
		...(body && {
			requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
		}),
		...(file && {
			requestBody: { required: true, content: Object.fromEntries(file.map((type) => [type, { schema: {} }])) },
		}),
		responses: {
			[success]: {
				description: "Done.",
				...(answer && { content: { "application/json": { schema: schemaOf(answer, "output") } } }),
			},
			...(conditional && { 304: { description: "The answer with the ETag that was given is still the same." } }),
			default: {
				description: `Not done. \`code\` says why, such as ${errors.join(", ")}.`,
				content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
			},
		},
		security: [
			...(access === "public" ? [{}] : []),
			{ session: [] },
			...(operation.scope === undefined ? [] : [{ token: operation.scope === "any" ? [] : [operation.scope] }]),
		],
		...(roles && { "x-roles": roles }),
	};
}

const SIGNATURE: Readonly<Record<string, string>> = {
	"webhook-id": "Identifies the message, and stays the same when it is sent again.",
	"webhook-timestamp": "When this try was made, in seconds since 1970. Refuse what is more than five minutes off.",
	"webhook-signature":
		"One or two signatures by Standard Webhooks (`v1,…`), separated by spaces. One of them has to match.",
};

function messageOf(type: string, data: z.ZodMiniType): { post: Message } {
	return {
		post: {
			summary: WEBHOOK_TEXTS[type] ?? type,
			parameters: Object.entries(SIGNATURE).map(([name, description]) => ({
				name,
				in: "header",
				required: true,
				description,
				schema: { type: "string" },
			})),
			requestBody: {
				required: true,
				content: { "application/json": { schema: schemaOf(webhookMessage(type, data), "output") } },
			},
			responses: {
				"2XX": { description: "The message was taken." },
				410: { description: "The receiver is gone for good: the webhook is switched off." },
				default: { description: "It is sent again later, with longer and longer waits, for about 28 hours." },
			},
		},
	};
}

/** The API's description (OpenAPI 3.1), generated only from the contract. */
export function openApi(publicUrl: string): Document {
	const paths: Document["paths"] = {};
	for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
		const path = `/${operation.path.replace(/:(\w+)/g, "{$1}")}`;
		paths[path] = { ...paths[path], [operation.method.toLowerCase()]: callOf(name, operation) };
	}
	return {
		openapi: "3.1.0",
		info: {
			title: `${site.name} API`,
			version: "1",
			description: "The pages of this server use these calls for everything they do. Times are ISO 8601 in UTC.",
		},
		servers: [{ url: publicUrl + API_BASE.replace(/\/$/, "") }],
		paths,
		webhooks: Object.fromEntries(
			Object.entries({ ...WEBHOOK_DATA, [WEBHOOK_TEST]: webhookTestData }).map(([type, data]) => [
				type,
				messageOf(type, data),
			]),
		),
		components: {
			schemas: { Error: { ...schemaOf(apiError, "output"), "x-codes": ERROR_STATUS } },
			securitySchemes: {
				session: {
					type: "apiKey",
					in: "cookie",
					name: publicUrl.startsWith("https:") ? "__Host-session" : "session",
					description: "Set by signing in.",
				},
				token: {
					type: "http",
					scheme: "bearer",
					description: "An API token of one workspace. Each call that takes one names the scope that the token needs.",
				},
			},
		},
	};
}
