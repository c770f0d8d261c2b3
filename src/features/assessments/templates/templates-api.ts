import type { TemplateFormat } from "#contract/assessments/assessment-operations.ts";
import { type TemplateRefusal, templateLoaded, templateRefusal } from "#contract/assessments/assessments.ts";
import type { Template, TemplateId } from "#contract/assessments/template.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { uploadFile } from "#src/lib/data/files/upload.ts";
import { scopedUrl, type WorkScope } from "#src/lib/workspace/scope.ts";

export type LoadOutcome =
	| { ok: true; template: Template }
	/** What has to be changed in the file before it can be loaded. */
	| { ok: false; message: string; faults: TemplateRefusal["faults"] };

/** `POST assessments/templates/`. An invalid file is an outcome; everything else rejects. */
export async function loadTemplate(
	{ file, type }: { file: Blob; type: string },
	scope: WorkScope,
): Promise<LoadOutcome> {
	try {
		const { template } = await uploadFile(API_PATHS.templates, {
			method: "POST",
			file,
			type,
			scope,
			answer: templateLoaded,
		});
		return { ok: true, template };
	} catch (error) {
		if (!(error instanceof ApiFailure) || error.code !== "file_refused") throw error;
		return { ok: false, message: error.message, faults: templateRefusal.parse(error.details).faults };
	}
}

/** The download address of a template. */
export const templateUrl = (templateId: TemplateId, format: TemplateFormat, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.templateFile, { templateId, format }), scope);
