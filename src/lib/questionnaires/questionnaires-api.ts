import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { QUESTIONNAIRE_MEDIA_TYPES, type QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import { type LibraryFilter, libraryPage } from "#contract/questionnaires/library.ts";
import {
	type QuestionnaireAdded,
	type QuestionnaireChange,
	type QuestionnaireFilter,
	type QuestionnaireReadAgain,
	type QuestionnaireUpload,
	questionnaireAdded,
	questionnaireDetail,
	questionnairePage,
	questionnaireReadAgain,
	type TablesChange,
} from "#contract/questionnaires/questionnaires.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { pagesOf } from "#src/lib/data/cache/kept-data.ts";
import { uploadFile } from "#src/lib/data/files/upload.ts";
import { pagePath } from "#src/lib/data/page-path.ts";
import { questionnaireKeys } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { scopedUrl, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** `GET questionnaires/`, page by page. */
export const questionnaireListQuery = (filter: QuestionnaireFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...questionnaireKeys.lists, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(questionnairePage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pagePath(API_PATHS.questionnaires, filter, pageParam), { answer: questionnairePage, signal, scope }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnWindowFocus: false,
	});

/** `GET library-answers/`, page by page. */
export const libraryQuery = (filter: LibraryFilter, scope: WorkScope) =>
	infiniteQueryOptions({
		queryKey: [...questionnaireKeys.library, filter, ...scopeKey(scope)],
		meta: { kept: pagesOf(libraryPage) },
		queryFn: ({ pageParam, signal }) =>
			callApi(pagePath(API_PATHS.libraryAnswers, filter, pageParam), { answer: libraryPage, signal, scope }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		refetchOnWindowFocus: false,
	});

const pathOf = (questionnaireId: string) => fillPath(API_PATHS.questionnaireById, { questionnaireId });

/** `GET questionnaires/{questionnaireId}/`. */
export const questionnaireQuery = (id: string, scope: WorkScope) =>
	queryOptions({
		queryKey: [...questionnaireKeys.detail(id), ...scopeKey(scope)],
		meta: { kept: questionnaireDetail },
		queryFn: ({ signal }) => callApi(pathOf(id), { answer: questionnaireDetail, signal, scope }),
	});

type Sending = {
	file: File;
	type: QuestionnaireType;
	upload: QuestionnaireUpload;
	/** Stays the same for retries, so a file that already arrived is not imported twice. */
	key: string;
	onProgress(percent: number): void;
};

/** `POST questionnaires/`. */
export function sendQuestionnaire(
	{ file, type, upload, key, onProgress }: Sending,
	scope: WorkScope,
): Promise<QuestionnaireAdded> {
	const { due, mapping, ...rest } = upload;
	const query = { ...rest, ...(due && { due }), ...(mapping && { mapping }) };
	return uploadFile(`${API_PATHS.questionnaires}?${new URLSearchParams(query)}`, {
		method: "POST",
		file,
		type: QUESTIONNAIRE_MEDIA_TYPES[type],
		scope,
		answer: questionnaireAdded,
		headers: { [IDEMPOTENCY_KEY]: key },
		onProgress,
	});
}

/** `POST questionnaires/{questionnaireId}/tables/`. */
export const changeTables = (
	questionnaireId: string,
	body: TablesChange,
	scope: WorkScope,
): Promise<QuestionnaireReadAgain> =>
	callApi(fillPath(API_PATHS.questionnaireTables, { questionnaireId }), {
		method: "POST",
		body,
		answer: questionnaireReadAgain,
		scope,
	});

type SendingNewer = Pick<Sending, "file" | "type" | "onProgress"> & {
	id: string;
	/** The version that it replaces. */
	version: number;
	loseAnswers: boolean;
};

/** `POST questionnaires/{questionnaireId}/file/`. */
export const sendNewerFile = (
	{ id, version, file, type, loseAnswers, onProgress }: SendingNewer,
	scope: WorkScope,
): Promise<QuestionnaireReadAgain> => {
	const query = {
		version: String(version),
		fileName: file.name.slice(-255),
		...(loseAnswers && { loseAnswers: "true" }),
	};
	return uploadFile(`${fillPath(API_PATHS.questionnaireFile, { questionnaireId: id })}?${new URLSearchParams(query)}`, {
		method: "POST",
		file,
		type: QUESTIONNAIRE_MEDIA_TYPES[type],
		scope,
		answer: questionnaireReadAgain,
		onProgress,
	});
};

/** `PATCH questionnaires/{questionnaireId}/`. */
export async function changeQuestionnaire(id: string, body: QuestionnaireChange, scope: WorkScope): Promise<void> {
	await callApi(pathOf(id), { method: "PATCH", body, scope });
}

/** `DELETE questionnaires/{questionnaireId}/`. */
export async function deleteQuestionnaire(id: string, scope: WorkScope): Promise<void> {
	await callApi(pathOf(id), { method: "DELETE", scope });
}

/** `POST questionnaires/{questionnaireId}/match/`. */
export async function matchAgain(questionnaireId: string, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.questionnaireMatch, { questionnaireId }), { method: "POST", scope });
}

/** The download address of the completed file. `replace`: answers go into full cells, too. */
export const filledFileUrl = (questionnaireId: string, replace: boolean, scope: WorkScope): string =>
	scopedUrl(fillPath(API_PATHS.questionnaireFile, { questionnaireId }) + (replace ? "?full=replace" : ""), scope);
