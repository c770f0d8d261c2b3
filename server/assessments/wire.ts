import type { TEMPLATE_TYPES } from "#contract/assessments/assessment-operations.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { Base } from "../base.ts";
import { createAssessmentStore } from "../db/assessments/assessment-store.ts";
import { createTemplateStore } from "../db/assessments/template-store.ts";
import type { Scope } from "../workspaces/scope.ts";
import type { FileFault } from "./templates/check-template.ts";
import { createReadTemplate, TemplateRefused } from "./templates/read-template.ts";
import { createTemplateReaders } from "./templates/readers.ts";
import { writeTemplate } from "./templates/write-template.ts";

type Loaded =
	| { ok: true; template: Template }
	| { ok: false; because: "refused"; message: string; faults: readonly FileFault[] }
	| { ok: false; because: "limit_reached" };

/** Assessments of clients, and what they ask. */
export function wireAssessments({ deps: { now }, walled, onClose }: Base) {
	const readers = createTemplateReaders();
	onClose(readers.close);
	const readTemplate = createReadTemplate(readers);
	const templates = createTemplateStore(walled, now);
	return {
		store: createAssessmentStore(walled, now, async () => {}),
		templates,
		writeTemplate,
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
