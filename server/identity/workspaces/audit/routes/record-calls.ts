import type { FastifyInstance, FastifyRequest } from "fastify";
import { ownWorkspace } from "#contract/ids.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Recorded } from "../store/record-audit.ts";
import type { Audit } from "../wire.ts";

type Given = { params: Record<string, string>; query: Record<string, unknown> };

const exported = (what: string) => (): Recorded => ({ what: "exported", subject: { type: "export", id: what } });

/** A list that was saved as a file: which one, and by which filter. */
const list =
	(what: string) =>
	({ query: { workspace, clientId, ...filter } }: Given): Recorded => ({ ...exported(what)(), detail: filter });

/** A document about a framework: which one, in what form, and for which days. */
const ofFramework =
	(file: string) =>
	({ params: { frameworkId = "", format, model }, query: { from, to } }: Given): Recorded => ({
		what: "downloaded",
		subject: { type: "framework", id: frameworkId },
		detail: { file, ...(format && { format }), ...(model && { model }), ...(from !== undefined && { from, to }) },
	});

/**
 * Calls that change no row but still belong in the audit log: what left the product as a file. Reading a report's page is not a download.
 * A test fails for a call that answers with a file and is not listed here.
 */
export const RECORDED: Readonly<Record<string, (given: Given) => Recorded | undefined>> = {
	[API_PATHS.scansExport]: list("scans"),
	[API_PATHS.findingsExport]: list("findings"),
	[API_PATHS.auditExport]: list("audit"),
	[API_PATHS.exportMyData]: exported("my-data"),
	[API_PATHS.scanRaw]: ({ params: { scanId = "", name } }) => ({
		what: "downloaded",
		subject: { type: "scan", id: scanId },
		detail: { file: name },
	}),
	[API_PATHS.reportFile]: ({ params: { reportId = "", format } }) =>
		format === "html"
			? undefined
			: { what: "downloaded", subject: { type: "report", id: reportId }, detail: { format } },
	[API_PATHS.statement]: ofFramework("statement of applicability"),
	[API_PATHS.effectivenessFile]: ofFramework("operating effectiveness"),
	[API_PATHS.oscal]: ofFramework("OSCAL document"),
	[API_PATHS.bundle]: ofFramework("audit bundle"),
	[API_PATHS.assessmentPdf]: ({ params: { assessmentId = "" }, query: { revision } }) => ({
		what: "downloaded",
		subject: { type: "assessment", id: assessmentId },
		...(revision !== undefined && { detail: { revision } }),
	}),
	[API_PATHS.templateFile]: ({ params: { templateId = "", format } }) => ({
		what: "downloaded",
		subject: { type: "template", id: templateId },
		detail: { format },
	}),
	[API_PATHS.questionnaireFile]: ({ params: { questionnaireId = "" } }) => ({
		what: "downloaded",
		subject: { type: "questionnaire", id: questionnaireId },
	}),
	[API_PATHS.clientFile]: ({ params: { clientId = "" } }) => ({
		what: "exported",
		subject: { type: "client", id: clientId },
	}),
};

const SIGN_OUT = `DELETE ${API_BASE}${API_PATHS.sessions}`;

/** Records them once they have succeeded, and before the first byte of the answer leaves. */
export function recordCalls(app: FastifyInstance, audit: Pick<Audit, "record" | "recordOfAccount">): void {
	app.addHook("onSend", async (request, reply) => {
		const { method, routeOptions, identity } = request;
		if (identity?.type !== "account" || reply.statusCode >= 300) return;
		const route = `${method} ${routeOptions.url}`;
		if (route === SIGN_OUT) return audit.recordOfAccount(identity.accountId, "signed-out-everywhere");
		if (!route.startsWith(`GET ${API_BASE}`)) return;
		const recorded = RECORDED[route.slice(`GET ${API_BASE}`.length)]?.(givenOf(request));
		if (recorded) await audit.record(scopeOf(request), recorded);
	});
}

const givenOf = ({ params, query }: FastifyRequest) => ({ params, query }) as Given;

/** An account's own data belongs to its own workspace. */
function scopeOf({ scope, identity }: FastifyRequest): Scope {
	if (scope) return scope;
	if (identity.type !== "account") throw new Error("Only calls of accounts are recorded");
	const { accountId } = identity;
	return { workspaceId: ownWorkspace(accountId), clientId: null, accountId, role: "owner" };
}
