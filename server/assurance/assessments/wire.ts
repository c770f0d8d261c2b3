import type { TEMPLATE_TYPES } from "#contract/assessments/assessment-operations.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { Base } from "#server/platform/base.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { subjectOf } from "../frameworks/paper.ts";
import type { Papers } from "./paper/papers.ts";
import { createAssessmentStore } from "./store/assessment-store.ts";
import { readPaper } from "./store/read-paper.ts";
import { createSignedCopies, sendCopies } from "./store/signed-copies.ts";
import { createTemplateStore } from "./store/template-store.ts";
import type { FileFault } from "./templates/check-template.ts";
import { createReadTemplate, TemplateRefused } from "./templates/read-template.ts";
import { createTemplateReaders } from "./templates/readers.ts";
import { writeTemplate } from "./templates/write-template.ts";

type Loaded =
	| { ok: true; template: Template }
	| { ok: false; because: "refused"; message: string; faults: readonly FileFault[] }
	| { ok: false; because: "limit_reached" };

/** Assessments of clients, and what they ask. */
export function wireAssessments(
	{ deps: { now }, pool, walled, queue, onClose }: Base,
	{ objects, papers }: { objects: ObjectStore | undefined; papers: Papers },
) {
	const readers = createTemplateReaders();
	onClose(readers.close);
	const readTemplate = createReadTemplate(readers);
	const templates = createTemplateStore(walled, now);
	return {
		store: createAssessmentStore(walled, now, (client, signed) =>
			sendCopies(client, signed, (mail, through) => queue.send("signed-mail", mail, { through })),
		),
		copies: createSignedCopies(pool, now),
		templates,
		writeTemplate,
		/** Undefined if there is no such assessment, or no such revision of it. */
		async pdf(
			scope: Scope,
			id: string,
			revision: number | undefined,
		): Promise<{ file: Buffer; revision: number; client: string } | undefined> {
			const data = await readPaper(within(walled, scope), scope, { id, revision, now: now(), objects });
			return data && { file: await papers.assessment(data), revision: data.revision, client: subjectOf(data.whose) };
		},
		async loadTemplate(
			scope: Scope,
			{ file, type }: { file: Buffer; type: (typeof TEMPLATE_TYPES)[number] },
		): Promise<Loaded> {
			try {
				const loaded = await templates.load(scope, await readTemplate(file, type));
				return loaded === "limit_reached" ? { ok: false, because: loaded } : { ok: true, template: loaded };
			} catch (error) {
				if (!(error instanceof TemplateRefused)) throw error;
				return { ok: false, because: "refused", message: error.message, faults: error.faults };
			}
		},
	};
}
export type Assessments = ReturnType<typeof wireAssessments>;
