import fc from "fast-check";
import type { Call } from "#server/app/api-docs/openapi.ts";
import { companyAddress } from "./add-company.ts";
import { fromSchema, type Meanings } from "./from-schema.ts";
import { pngFile } from "./pictures.ts";
import type { Caller, WildRequest } from "./requests.ts";

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

type Sender = { caller: Caller; email: string; host: string };

/** Requests with nothing wrong with them, about the sender's own things: they reach the code behind the checks. */
export function properRequests(
	call: Call,
	meanings: Meanings,
	senders: [Sender, ...Sender[]],
): fc.Arbitrary<WildRequest> {
	const schema = call.requestBody?.content["application/json"]?.schema;
	const [type] = Object.keys(call.requestBody?.content ?? {});
	const names = (place: "path" | "query") => call.parameters.filter((one) => one.in === place && one.required);
	// Only the first sender's ids are known.
	const able = names("path").length > 0 ? [senders[0]] : senders;
	return fc.constantFrom(...able).chain(({ caller, email, host }) => {
		const own: Meanings = {
			...meanings,
			// Members cannot be invited.
			email:
				call.operationId === "invite"
					? fc.nat(50).map((n) => `guest-${n}@example.org`)
					: fc.constant(call.operationId === "startSignOn" ? companyAddress("ben") : email),
			role: fc.constantFrom("manager", "consultant", "contributor", "auditor"),
			clientId: fc.constant(null),
			// None has been uploaded.
			files: fc.constant([]),
			// Left out: no other account is known to be a member.
			owner: fc.constant(undefined),
			framework: fc.constant("soc-2"),
			...(call.operationId === "beginAssessment" && { template: fc.constant({ id: "vendor", version: 1 }) }),
			...(call.operationId === "askRespondent" && { sections: fc.constant(["people"]) }),
			...(call.operationId === "listProposals" && { template: fc.constant("vendor") }),
			requirementId: fc.constant("CC6.1"),
			requirements: fc.constant(call.operationId === "addControl" ? [] : ["CC6.1"]),
			from: fc.constant("2026-01-01"),
			to: fc.constant("2026-03-31"),
			// Links end within a year.
			endsOn: fc.constant(["addBundleLink", "askRespondent"].includes(call.operationId) ? tomorrow() : "9998-12-31"),
			host: fc.constant(host),
			url: fc.constant(`https://${host}`),
			target: fc.constantFrom(`${host}:443`, `https://${host}`),
			...(["addTracker", "changeTracker"].includes(call.operationId) && {
				system: fc.constant("github"),
				project: fc.constant("acme/web"),
				token: fc.constant("a-token"),
				// Another host needs the token again.
				...(call.operationId === "changeTracker" && { url: fc.constant(undefined) }),
			}),
		};
		const query = names("query").map(({ name, schema }) =>
			fromSchema(schema, own, name).map((value) => `${name}=${encodeURIComponent(String(value))}`),
		);
		return fc.record({
			caller: fc.constant(caller),
			params: fc.record(
				Object.fromEntries(
					names("path").map(({ name, schema }) => [
						name,
						Array.isArray(schema.enum)
							? fc.constantFrom(...schema.enum.map(String))
							: fc.record({ of: fc.constant("ada" as const), nth: fc.nat(1) }),
					]),
				),
			),
			query: fc.tuple(...query).map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`)),
			headers: fc.constant<Record<string, string>>(type === undefined ? {} : { "Content-Type": type }),
			body: schema
				? fromSchema(schema, own).map((value) => Buffer.from(JSON.stringify(value)))
				: fc.constant(type === undefined ? undefined : pngFile(2, 3)),
		});
	});
}
