import type { EvidencePage, EvidenceSummary, Subject } from "#contract/evidence/evidence.ts";
import { isSameSubject } from "#src/lib/evidence/about.ts";

/** What is on each thing, of all evidence that there is, as the server would list it: so that nothing is read twice. */
export function evidenceBySubject(all: readonly EvidenceSummary[]): Map<Subject, EvidencePage> {
	const subjects = new Map<string, Subject>();
	for (const about of all.flatMap((piece) => piece.about)) subjects.set(`${about.type} ${about.id}`, about);
	return new Map(
		[...subjects.values()].map((about) => {
			const evidence = all.filter((piece) => piece.about.some((one) => isSameSubject(one, about)));
			return [about, { evidence, next: null, total: evidence.length, unlinked: 0 }];
		}),
	);
}
