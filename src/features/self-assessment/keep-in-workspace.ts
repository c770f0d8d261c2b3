import selfAssessment from "virtual:self-assessment";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { readChoice } from "#src/lib/workspace/choice.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { SelfAnswers } from "./assessment.ts";
import { keptAnswers } from "./kept-answers.ts";

export type Kept = { ok: true; id: string } | { ok: false; message: string };

/** Starts an assessment with these answers in the current workspace, also offline. */
export async function keepInWorkspace(answers: SelfAnswers): Promise<Kept> {
	const owner = signedInOwner();
	if (owner === null)
		return { ok: false, message: "Nobody is signed in here any more. Your answers stay on this page." };
	const { id, version, title } = selfAssessment;
	const kept = keptAnswers(answers, { template: { id, version }, title, newId: () => newId(), now: Date.now() });
	const { workspace } = readChoice(owner === "unclaimed" ? null : owner);
	const whose = { owner, ...scopeFields(owner, { workspace }, null) };
	try {
		const [begun] = await browserOutbox().enqueueAll([
			{ kind: "assessment", body: kept.assessment, ...whose },
			...kept.answers.map((body) => ({ kind: "answer" as const, body, ...whose, after: [0] })),
		]);
		// The outbox itself retries what does not get through now.
		if (begun)
			void browserOutbox()
				.hurry([begun.id])
				.then(
					() => browserOutbox().replay(),
					() => undefined,
				);
		return { ok: true, id: kept.assessment.id };
	} catch (error) {
		const why = error instanceof StorageError ? error.message : "This device could not save it.";
		return { ok: false, message: `${why} Your answers stay on this page.` };
	}
}
