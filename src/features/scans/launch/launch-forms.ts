import { type ScanKind, type ScanRequest, WAPITI_SCOPES } from "#contract/scans/scans.ts";
import type { SubmissionForm } from "#src/lib/submission/submission.ts";
import { type FormRules, trimmed, type Values } from "#src/lib/submission/submission-state.ts";
import { LABEL_NAMES } from "./launch-labels.ts";

export type Field = {
	/** Its key in the request's body. */
	name: string;
	label: string;
	hint?: string;
	placeholder?: string;
	required: boolean;
	/** `choice`: one of `options`, or none of them. */
	input: "text" | "url" | "email" | "choice";
	options?: readonly string[];
	maxLength: number;
};

type Form = {
	/** What it does, in a line. */
	about: string;
	fields: readonly Field[];
	/** Specification, section 8. */
	success: string;
	/** Where a failure is shown: the specification gives Zap a toast and the others a line in the form. */
	failure: "toast" | "inline";
	/** Shown in a toast during the first seconds of a submission. */
	loading?: string;
};

const target = { required: true, input: "url", maxLength: 2_048 } as const;

/** Specification, sections 3, 4, 5 and 8: one form for each kind of scan. */
export const FORMS: Record<ScanKind, Form> = {
	zap: {
		about: "Crawls a web application and probes it for weaknesses.",
		fields: [
			{ ...target, name: "url", label: "URL", placeholder: "https://example.com" },
			{
				name: "email",
				label: "Email",
				input: "email",
				required: true,
				maxLength: 254,
				hint: "Your account’s own address. The report goes there.",
			},
		],
		success: "Scan started successfully!",
		failure: "toast",
		loading: "Submitting scan request...",
	},
	wapiti: {
		about: "Tests a web application’s forms and parameters.",
		fields: [
			{ ...target, name: "target", label: "Target URL", placeholder: "https://example.com" },
			{
				name: "scope",
				label: "Scope (optional)",
				input: "choice",
				required: false,
				maxLength: 20,
				options: WAPITI_SCOPES,
			},
			{
				name: "modules",
				label: "Modules (optional)",
				input: "text",
				required: false,
				maxLength: 500,
				hint: "Separated by commas, such as sql, xss, exec",
			},
			{ name: "user_agent", label: "User agent (optional)", input: "text", required: false, maxLength: 300 },
		],
		success: "Wapiti scan started successfully!",
		failure: "inline",
	},
	nmap: {
		about: "Finds services and shows which are past end of life.",
		fields: [
			{ ...target, name: "host", label: "Host", placeholder: "example.com", hint: "A host name or an IP address" },
		],
		success: "Nmap EOL scan started successfully!",
		failure: "inline",
	},
	sslyze: {
		about: "Checks protocols, ciphers and the certificate of a TLS service.",
		fields: [
			{
				...target,
				name: "target",
				label: "Target",
				placeholder: "example.com:443",
				hint: "As host:port, such as example.com:443",
			},
		],
		success: "SSLyze scan started successfully!",
		failure: "inline",
	},
	combined: {
		about: "Our own passive checks of headers, TLS, certificate and mail records.",
		fields: [
			{ ...target, name: "target", label: "Target", hint: "A URL, an IP address or a host name" },
			{
				name: "email",
				label: "Email",
				input: "email",
				required: true,
				maxLength: 254,
				hint: "The report goes there.",
			},
		],
		success: "Scan started successfully!",
		failure: "inline",
	},
};

/** How a kind's form differs from other forms: one page with all fields and labels. Required fields must be filled in. */
export const rulesOf = (kind: ScanKind): FormRules => {
	const { fields } = FORMS[kind];
	return {
		pages: [[...fields.map(({ name }) => name), ...LABEL_NAMES]],
		isValid: (values) => fields.every(({ name, required }) => !required || values[name] !== ""),
		notices: false,
	};
};

/** Fills in the known account's address if none was typed. */
export function fillEmail(form: SubmissionForm, email: string): void {
	const state = form.state();
	if (state.step !== "editing" || state.kept || state.values.email !== "") return;
	form.dispatch({ type: "edited", name: "email", value: email });
}

/** The target as typed: the first field of every form. */
export const targetIn = (kind: ScanKind, values: Values): string => values[FORMS[kind].fields[0]?.name ?? ""] ?? "";

/** What is sent: trimmed, without empty fields (specification, section 5). */
export function requestOf(kind: ScanKind, values: Values): ScanRequest {
	const given = trimmed(values);
	// The fields of each kind are named as the keys of its body.
	const filled = FORMS[kind].fields.map(({ name }) => [name, given[name] ?? ""]).filter(([, value]) => value !== "");
	return { kind, body: Object.fromEntries(filled) } as ScanRequest;
}
