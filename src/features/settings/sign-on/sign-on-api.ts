import { queryOptions } from "@tanstack/react-query";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import {
	MAPPED_ROLES,
	type MappedRole,
	type SignOn,
	type SignOnChange,
	signOn,
	signOnDomain,
} from "#contract/sign-on/sign-on.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET workspace/sign-on/`. Never kept on the device: only owners read it, to change it. */
export const signOnQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: ["sign-on", ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ signal }) => callApi(API_PATHS.signOn, { answer: signOn, signal, scope }),
	});

const domainPath = (path: string, domain: string) => fillPath(path, { domain });

export const setSignOn = (scope: WorkScope, body: SignOnChange) =>
	callApi(API_PATHS.signOn, { method: "PUT", body, answer: signOn, scope });
export const removeSignOn = (scope: WorkScope) =>
	callApi(API_PATHS.signOn, { method: "DELETE", answer: signOn, scope });
export const addDomain = (scope: WorkScope, domain: string) =>
	callApi(API_PATHS.signOnDomains, { method: "POST", body: { domain }, answer: signOnDomain, scope });
export const verifyDomain = (scope: WorkScope, domain: string) =>
	callApi(domainPath(API_PATHS.verifySignOnDomain, domain), { method: "POST", answer: signOnDomain, scope });
export const removeDomain = (scope: WorkScope, domain: string) =>
	callApi(domainPath(API_PATHS.signOnDomain, domain), { method: "DELETE", scope });

/** The field of a role in the form. */
export const valuesField = (role: MappedRole) => `values-${role}`;

/** The values of a role, one per line. */
export const valuesOf = (provider: SignOn["provider"], role: MappedRole): string =>
	(provider?.roleValues ?? [])
		.filter((one) => one.role === role)
		.map(({ value }) => value)
		.join("\n");

/** Reads the form. The most powerful role is checked first. */
export function readProvider(texts: Record<string, string>): SignOnChange {
	const text = (name: string) => (texts[name] ?? "").trim();
	const lines = (role: MappedRole) =>
		text(valuesField(role))
			.split("\n")
			.map((line) => line.trim());
	const secret = text("clientSecret");
	return {
		issuer: text("issuer"),
		oauthClient: text("oauthClient"),
		clientSecret: secret || null,
		roleClaim: text("roleClaim") || null,
		roleValues: MAPPED_ROLES.flatMap((role) =>
			lines(role)
				.filter((value) => value !== "")
				.map((value) => ({ value, role })),
		),
		defaultRole: MAPPED_ROLES.find((role) => role === text("defaultRole")) ?? null,
		required: texts.required !== undefined,
	};
}
