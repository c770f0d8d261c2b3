import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import type { JsonSchema } from "#server/app/api-docs/openapi.ts";

/** The ids and names that a call uses, by the names that parameters and fields have in the contract. */
export type Aim = Readonly<Record<string, string>>;

/** A call as it is sent. `asked`: everything of the aim that is in it. */
export type GeneratedCall = {
	params: Record<string, string>;
	query: Record<string, string>;
	body: unknown;
	asked: string[];
};

/** Values for fields that name nothing of anyone's: the same in every call. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
	email: "another-person@example.org",
	current: "not the password",
	password: "an entirely new one",
	// A client's code; codes from emails are not found, whatever they are.
	code: "a-code",
	token: "A".repeat(43),
	report: "B".repeat(43),
	timeZone: "UTC",
	expression: "0 3 * * 1",
	at: "2099-03-28T02:30",
	time: "03:00",
	until: "2099-12-31",
	endsOn: "2099-12-31",
	from: "2026-01-01",
	to: "2099-12-31",
	saidAt: "2026-11-23T10:00:00.000Z",
	endpoint: "https://push.example.com/a",
	p256dh: Buffer.alloc(65, 1).toString("base64url"),
	auth: Buffer.alloc(16, 1).toString("base64url"),
	reason: "Because.",
	modules: "sql",
	format: "json",
	country: "NG",
	takenAt: "2026-11-23T10:00:00.000Z",
	effectiveFrom: "2026-01-01",
	effectiveTo: "2026-12-31",
	expiresOn: "2099-12-31",
	due: "2099-12-31",
	// The requirements of a framework are the same for everyone.
	frameworkId: "soc-2",
	framework: "soc-2",
	requirementId: "CC6.1",
	requirements: "CC6.1",
	reasons: "law",
	// Of no statement.
	basis: "0".repeat(64),
	// Of an assessment with the template that workspaces are filled with.
	questionId: "door",
	sections: "doors",
	choice: "yes",
	after: "019abcde-0000-7000-8000-000000000000",
	covers: "019abcde-0000-7000-8000-000000000000",
	// No provider is asked for its configuration.
	issuer: "https://login.invalid",
	// Of a file.
	type: "image/png",
};

/** Names of fields that take something that the aim has under another name. */
const ALIASES: Readonly<Record<string, string>> = {
	target: "host",
	url: "host",
	domain: "host",
	hosts: "host",
	fingerprints: "fingerprint",
	clients: "clientName",
	client: "clientName",
	who: "accountId",
	id: "scanId",
	title: "title",
	control: "controlId",
	controls: "controlId",
	finding: "fingerprint",
	owner: "accountId",
	supersedes: "evidenceId",
	evidence: "evidenceId",
	signature: "evidenceId",
	template: "templateId",
	// One that a workspace added.
	framework: "frameworkId",
};

type Keywords = JsonSchema & {
	type?: string;
	const?: unknown;
	enum?: unknown[];
	anyOf?: Keywords[];
	oneOf?: Keywords[];
	allOf?: Keywords[];
	items?: Keywords;
	minLength?: number;
	minItems?: number;
	minimum?: number;
};

/** Where an address is expected, a host stands for one. */
const written = ({ format }: Keywords, value: unknown) =>
	format === "uri" && typeof value === "string" && !value.includes(":") ? `https://${value}` : value;

const schemaOf = (schema: z.ZodMiniType): Keywords => {
	const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	return rest as Keywords;
};

/**
 * A call of an operation that names something of the aim wherever the contract allows it: built from the operation's schemas, so that a
 * new operation is covered without being listed anywhere. Throws if a call cannot be filled in. `own`: the sender's own values, which
 * take precedence.
 */
export function generateCall(name: string, operation: Operation, aim: Aim, own: Aim = {}): GeneratedCall {
	const asked = new Set<string>();
	const aimed = (field: string): string | undefined => {
		const value = aim[field] ?? aim[ALIASES[field] ?? ""];
		if (value !== undefined) asked.add(value);
		return value;
	};
	const isAimed = (field: string) => Object.hasOwn(aim, field) || Object.hasOwn(aim, ALIASES[field] ?? "");
	const fill = (schema: Keywords, field: string): unknown => {
		if (schema.const !== undefined) return schema.const;
		if (schema.enum) return own[field] ?? schema.enum.find((value) => value === NEUTRAL[field]) ?? schema.enum[0];
		const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== "null") ?? [];
		// A name from a list of ours, or something of someone’s: the latter, if the aim has it.
		const named = choices.find((each) => each.type === "string" && !each.enum);
		const choice = named && isAimed(field) ? named : choices[0];
		if (choice) return fill(choice, field);
		switch (schema.type) {
			case "string":
				return written(
					schema,
					own[field] ?? aimed(field) ?? NEUTRAL[field] ?? "x".repeat(Math.max(1, schema.minLength ?? 1)),
				);
			case "integer":
			case "number":
				return Math.max(1, schema.minimum ?? 1);
			case "boolean":
				return false;
			case "array":
				return schema.items ? [fill(schema.items, field)] : [];
			case "object":
				return fillFields(schema);
			default:
				return null;
		}
	};
	/** Required fields, and those of the others that can name something of the aim, or change something. */
	const fillFields = ({ properties = {}, required = [] }: Keywords): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).flatMap(([field, schema]) => {
				const wanted = required.includes(field) || isAimed(field) || operation.method === "PATCH";
				return wanted ? [[field, fill(schema as Keywords, field)]] : [];
			}),
		);

	const { params, query, body } = operation;
	const ofPath = params && schemaOf(params).properties;
	const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, param = ""]) => {
		const schema = ofPath?.[param] as Keywords | undefined;
		const value =
			schema?.enum || schema?.anyOf ? String(fill(schema, param)) : param === "name" ? "tool.xml" : aimed(param);
		if (value === undefined) throw new Error(`${name}: nothing to put into its path for ${param}`);
		return [param, value];
	});
	const call: GeneratedCall = {
		params: Object.fromEntries(inPath),
		query: query ? (fillFields(schemaOf(query)) as Record<string, string>) : {},
		body: body && fill(schemaOf(body), ""),
		asked: [],
	};
	for (const [place, schema, value] of [
		["path", params, call.params],
		["query", query, call.query],
		["body", body, call.body],
	] as const) {
		const parsed = schema?.safeParse(value);
		if (parsed && !parsed.success) {
			throw new Error(
				`${name}: its ${place} cannot be filled in. ${JSON.stringify(value)}: ${z.prettifyError(parsed.error)}`,
			);
		}
	}
	return { ...call, asked: [...asked] };
}
