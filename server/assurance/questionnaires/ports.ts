import type { ClientId } from "#contract/ids.ts";
import type { AnswerWords } from "#contract/questionnaires/answers.ts";
import type { QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import type { LibraryFilter, LibraryPage, LibraryWord } from "#contract/questionnaires/library.ts";
import type {
	NotTaken,
	QuestionnaireAdded,
	QuestionnaireChange,
	QuestionnaireDetail,
	QuestionnaireFilter,
	QuestionnaireId,
	QuestionnairePage,
	QuestionnaireUpload,
} from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Said } from "../controls/ports.ts";
import type { Fact } from "../findings/facts/facts.ts";
import type { FoundQuestion } from "./file/found.ts";
import type { Known } from "./match/matcher.ts";

type Paged = { cursor?: string | undefined; limit?: number | undefined };

export type OfClient = Scope & { clientId: ClientId };

/** What can answer a client's questions: usable answers of its library, and facts about it. */
export type KnownAnswers = { known: Known[]; facts: Fact[] };

/** A question, and what may answer it, the best first. `isSure`: the first one is proposed. */
export type MatchedQuestion = FoundQuestion & { candidates: string[]; isSure: boolean };

export type NewQuestionnaire = {
	key: string | null;
	upload: QuestionnaireUpload;
	file: Buffer;
	fileType: QuestionnaireType;
	questions: readonly MatchedQuestion[];
	notTaken: readonly NotTaken[];
	facts: readonly Fact[];
};

/** What a file is filled with. */
export type Filling = {
	fileName: string;
	fileType: QuestionnaireType;
	/** Null: it was handed over without its file. */
	file: Buffer | null;
	answers: readonly { id: string; answer: string; source: AnswerSource; confirmedBy: string; confirmedAt: Date }[];
};

/** Questionnaires that customers sent. Without a client in the scope, all that the member may see. */
export type QuestionnaireStore = {
	page(scope: Scope, query: QuestionnaireFilter & Paged): Promise<QuestionnairePage | "bad_cursor">;
	find(scope: Scope, id: QuestionnaireId): Promise<QuestionnaireDetail | undefined>;
	/** What can answer questions of one client now. */
	known(scope: OfClient): Promise<KnownAnswers>;
	add(
		scope: OfClient,
		asked: NewQuestionnaire,
	): Promise<
		| { ok: true; answer: QuestionnaireAdded }
		| { ok: false; because: "limit_reached" | "storage_full" | "idempotency_mismatch" }
		| { ok: false; because: "rate_limited"; retryAfter: number }
	>;
	/** What a person says of questions: the word said last counts. */
	answer(
		scope: Scope,
		asked: { key: string | null; request: AnswerWords },
	): Promise<Said<"not_found" | "proposal_gone">>;
	/** False if there is none. */
	change(scope: Scope, id: QuestionnaireId, change: QuestionnaireChange): Promise<boolean>;
	remove(scope: Scope, id: QuestionnaireId): Promise<boolean>;
	/** The questions that are not confirmed, and whose they are. */
	open(
		scope: Scope,
		id: QuestionnaireId,
	): Promise<{ clientId: ClientId; questions: { id: string; text: string }[] } | undefined>;
	/** Stores what may answer questions that are still not confirmed. */
	rematch(
		scope: Scope,
		id: QuestionnaireId,
		matched: readonly Pick<MatchedQuestion, "id" | "candidates" | "isSure">[],
		facts: readonly Fact[],
	): Promise<void>;
	filling(scope: Scope, id: QuestionnaireId): Promise<Filling | undefined>;
};

/** The library of approved answers. Without a client in the scope, all that the member may see. */
export type LibraryStore = {
	page(scope: Scope, query: LibraryFilter & Paged): Promise<LibraryPage | "bad_cursor">;
	/** What a reviewer says of an answer, field by field: the word said last counts. The first word adds it. */
	say(
		scope: Scope,
		asked: { key: string | null; request: LibraryWord },
	): Promise<Said<"not_found" | "limit_reached" | "no_evidence" | "role_required">>;
};
