import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";
import { ERROR_STATUS } from "#contract/errors.ts";
import type { Call, Document, JsonSchema } from "#server/app/api-docs/openapi.ts";
import type { RawAnswer } from "./send-raw.ts";

/** What must never be in an answer: places in our code, and the wording of the database's errors. */
const INNER =
	/\bat \S+ \(|node_modules|\.ts:\d+|syntax error at|violates \w+ constraint|relation "|invalid byte sequence|\bpg_\w+/;
/** The two descriptions of the API are the same for everyone. */
const CACHED = ["readOpenApi", "readApiDocs"];

/** Says what is wrong with an answer, according to the server's own description of the call. */
export function createJudge(document: Document) {
	const ajv = new Ajv({ strict: false, validateFormats: false });
	ajv.addSchema({ $id: "api", components: document.components });
	const compiled = new Map<object, ValidateFunction>();
	const misfit = (schema: JsonSchema, value: unknown): string | undefined => {
		const validate = compiled.get(schema) ?? ajv.compile(schema.$ref ? { $ref: `api${String(schema.$ref)}` } : schema);
		compiled.set(schema, validate);
		return validate(value) ? undefined : `does not fit its schema: ${ajv.errorsText(validate.errors)}`;
	};

	return (call: Call, method: string, isConditional: boolean, answer: RawAnswer): string[] => {
		const { status, headers, text } = answer;
		const faults: string[] = [];
		const header = (name: string) => String(headers[name] ?? "");
		if (status >= 500) faults.push(`status ${status}`);
		if (status === 304 && !isConditional) faults.push("304 for a request without If-None-Match");
		if (header("x-content-type-options") !== "nosniff") faults.push("no nosniff");
		// Input that never became a request has no id.
		if (header("x-request-id") === "" && status !== 431) faults.push("no X-Request-Id");
		if (!CACHED.includes(call.operationId) && header("cache-control") !== "no-store")
			faults.push(`Cache-Control is ${header("cache-control")}`);
		const described = call.responses[status];
		const failure = call.responses.default?.content?.["application/json"];
		const schema = described ? described.content?.["application/json"]?.schema : failure?.schema;
		if (headers.etag !== undefined && !("304" in call.responses)) faults.push("an ETag that is not described");
		if (described && !schema) {
			if ((status === 204 || status === 304) && text !== "") faults.push("a body where none can be");
			return faults;
		}
		// Its description is the same, and the body is left out.
		if (method === "HEAD") return text === "" ? faults : [...faults, "a body where none can be"];
		if (!schema) return [...faults, `status ${status} is not described`];
		if (header("content-type") !== "application/json; charset=utf-8")
			faults.push(`Content-Type is ${header("content-type")}`);
		const body = parse(text);
		const why = misfit(schema, body);
		if (why) return [...faults, why];
		if (described) return faults;
		const { code, message } = body as { code: string; message: string };
		if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status) faults.push(`code ${code} with status ${status}`);
		if (INNER.test(message)) faults.push(`the message shows our insides: ${message}`);
		if (status === 429 && header("retry-after") === "") faults.push("429 without Retry-After");
		return faults;
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
