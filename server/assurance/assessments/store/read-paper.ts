import { wordsIn } from "#contract/assessments/answers.ts";
import { assessmentId, type Proposal, type Signer } from "#contract/assessments/assessments.ts";
import { type Standings, standingsOf } from "#contract/assessments/progress.ts";
import type { Place } from "#contract/evidence/place.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, int, json, orNull, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { readPaperWhose } from "../../frameworks/store/whose.ts";
import type { Objects } from "../../uploads/store/file-reader.ts";
import type { PaperSource } from "../paper/paper-data.ts";
import { readAssessmentRow } from "./assessment-detail.ts";
import { hashOfSigned } from "./assessment-evidence.ts";
import { assessmentOfRow } from "./assessment-row.ts";
import { readPaperFiles } from "./read-paper-files.ts";
import { readObservedProposals } from "./read-proposals.ts";
import { readAnswers, readTheseWords } from "./read-words.ts";

const SIGNED = {
	id: uuid,
	revision: int,
	covers: texts,
	sha256: text,
	signers: json<Signer[]>(),
	place: orNull(json<Place>()),
	observed: json<Proposal[]>(),
	said_at: time,
	stands: flag,
};

type Asked = { id: string; revision: number | undefined; now: Date; objects: Objects };

/**
 * The content of an assessment's PDF: for a signed revision, the answers that the signatures cover, so that it stays the same; otherwise
 * the current ones. Without a revision, the signed one if its signatures stand. Undefined if there is none.
 */
export async function readPaper(
	db: Executor,
	scope: Scope,
	{ id, revision, now, objects }: Asked,
): Promise<PaperSource | undefined> {
	const { workspaceId } = scope;
	const row = await readAssessmentRow(db, scope, id);
	if (!row) return undefined;
	const of = { workspaceId, assessmentId: row.id };
	const all = await readRows(
		db,
		SIGNED,
		`SELECT id, revision, covers::text[] AS covers, encode(sha256, 'hex') AS sha256, signers, place, observed, said_at,
		   voided_at IS NULL AS stands
		 FROM sign_offs WHERE workspace_id = $1 AND assessment_id = $2 ORDER BY received_at, id`,
		[workspaceId, row.id],
	);
	const wanted = revision ?? all.find(({ stands }) => stands)?.revision ?? row.revision;
	const signed = all.filter((one) => one.revision === wanted);
	const [first] = signed;
	if (!first && wanted !== row.revision) return undefined;
	const { template, client_id: clientId, subject } = row;
	const standings = first ? standingsOf(await readTheseWords(db, of, first.covers)) : await readAnswers(db, of);
	return {
		whose: await readPaperWhose(db, { ...scope, clientId }, signed.at(-1)?.said_at ?? now),
		assessment: assessmentOfRow(row),
		template,
		standings,
		observed: first?.observed ?? (await readObservedProposals(db, { workspaceId, clientId, subject }, template, now)),
		revision: wanted,
		sha256: first?.sha256 ?? hashOfSigned({ assessmentId: assessmentId.parse(row.id), template, standings }),
		signOffs: signed.map(({ signers, place, said_at }) => ({ signers, place, saidAt: said_at.toISOString() })),
		files: await readPaperFiles(db, {
			workspaceId,
			clientId,
			evidence: [...evidenceIn(standings), ...signed.flatMap(({ signers }) => signers.map((one) => one.signature))],
			objects,
		}),
	};
}

const evidenceIn = (standings: Standings): string[] =>
	[...standings.values()].flatMap(wordsIn).flatMap(({ answer }) => answer.evidence);
