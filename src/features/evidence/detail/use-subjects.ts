import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import type { Subject, SubjectType } from "#contract/evidence/evidence.ts";
import { placeText } from "#contract/format/place.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { allIn } from "#contract/frameworks/frameworks.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { assessmentListQuery } from "#src/lib/assessments/assessments-api.ts";
import { frameworkQuery, frameworksQuery } from "#src/lib/compliance/frameworks-api.ts";
import { controlListQuery } from "#src/lib/controls/controls-api.ts";
import type { AccountView } from "#src/lib/data/account-view.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { findingListQuery } from "#src/lib/findings/findings-api.ts";
import { scanListQuery } from "#src/lib/scans/scans-api.ts";
import { taskListQuery } from "#src/lib/tasks/tasks-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

type Choosable = { about: Subject; name: string; detail: string };

const holds = (q: string, ...texts: string[]) => texts.join("\n").toLowerCase().includes(q.trim().toLowerCase());

/** Why nothing can be chosen; null where it can. */
function stateText(view: AccountView<unknown>): string | null {
	switch (view.status) {
		case "shown":
			return null;
		case "loading":
			return "Loading.";
		case "nothing-kept":
			return "Nothing of it is saved on this device. It loads when there is a connection.";
		case "failed":
			return `It could not be loaded. ${view.why}`;
		default:
			return "Sign in to choose.";
	}
}

/** What evidence can be put on, of one type. For scans, those read last; for findings, the search results or the worst open ones. */
export function useSubjects(type: SubjectType, q: string): { subjects: readonly Choosable[]; state: string | null } {
	const account = useAccount();
	const online = useOnline();
	const { scope } = useScope();
	const filter = q.trim() === "" ? { state: "open" } : { q: q.trim() };
	const findings = useInfiniteQuery({
		...findingListQuery(filter, scope),
		enabled: type === "finding",
		placeholderData: keepPreviousData,
	});
	const assets = useQuery({ ...assetsQuery(scope), enabled: type === "asset" });
	const scans = useInfiniteQuery({ ...scanListQuery({ phase: "finished" }, scope), enabled: type === "scan" });
	const controls = useQuery({ ...controlListQuery({}, scope), enabled: type === "control" });
	const tasks = useInfiniteQuery({ ...taskListQuery({}, scope), enabled: type === "task" });
	const assessments = useInfiniteQuery({ ...assessmentListQuery({}, scope), enabled: type === "assessment" });
	const requirements = useRequirements(type === "requirement");
	switch (type) {
		case "finding":
			return {
				state: stateText(accountView(account, findings, online)),
				subjects: (findings.data?.pages ?? [])
					.flatMap((page) => page.findings)
					.map(({ fingerprint, title, location }) => ({
						about: { type, id: fingerprint },
						name: title,
						detail: placeText(location),
					})),
			};
		case "asset":
			return {
				state: stateText(accountView(account, assets, online)),
				subjects: (assets.data?.assets ?? [])
					.filter(({ host, client }) => holds(q, host, client))
					.map(({ host, client }) => ({ about: { type, id: host }, name: host, detail: client })),
			};
		case "scan":
			return {
				state: stateText(accountView(account, scans, online)),
				subjects: (scans.data?.pages ?? [])
					.flatMap((page) => page.scans)
					.filter(({ target, client = "" }) => holds(q, target, client))
					.map(({ id, target, kind, acceptedAt }) => ({
						about: { type, id },
						name: target,
						detail: `${scanName(kind)} · ${timeText(acceptedAt)}`,
					})),
			};
		case "control":
			return {
				state: stateText(accountView(account, controls, online)),
				subjects: (controls.data?.controls ?? [])
					.filter(({ code, title }) => holds(q, code, title))
					.map(({ id, code, title }) => ({ about: { type, id }, name: title, detail: code })),
			};
		case "requirement":
			return {
				state:
					requirements.state ?? (requirements.all.length === 0 ? "Choose a framework under Compliance first." : null),
				subjects: requirements.all
					.filter(({ id, title, name }) => holds(q, id, title, name))
					.map(({ framework, id, title, name }) => ({
						about: { type, id: `${framework} ${id}` },
						name: title,
						detail: `${name} ${id}`,
					})),
			};
		case "task":
			return {
				state: stateText(accountView(account, tasks, online)),
				subjects: (tasks.data?.pages ?? [])
					.flatMap((page) => page.tasks)
					.filter(({ title }) => holds(q, title))
					.map(({ id, title, due }) => ({
						about: { type, id },
						name: title,
						detail: due === null ? "No due day" : `Due ${dayText(due)}`,
					})),
			};
		case "assessment":
			return {
				state: stateText(accountView(account, assessments, online)),
				subjects: (assessments.data?.pages ?? [])
					.flatMap((page) => page.assessments)
					.filter(({ title, subject }) => holds(q, title, subject))
					.map(({ id, title, subject, changedAt }) => ({
						about: { type, id },
						name: title,
						detail: [subject, timeText(changedAt)].filter((text) => text !== "").join(" · "),
					})),
			};
	}
}

/** The requirements of the chosen frameworks. */
function useRequirements(enabled: boolean) {
	const account = useAccount();
	const online = useOnline();
	const { scope } = useScope();
	const frameworks = useQuery({ ...frameworksQuery(scope), enabled });
	const chosen = (frameworks.data ? allIn(frameworks.data) : []).filter(({ chosenAt }) => chosenAt !== null);
	const details = useQueries({ queries: chosen.map(({ id }) => ({ ...frameworkQuery(id, scope), enabled })) });
	const waiting = [frameworks, ...details].find(({ data }) => data === undefined);
	return {
		state: waiting ? stateText(accountView<unknown>(account, waiting, online)) : null,
		all: details.flatMap(({ data }) =>
			data
				? data.all
						.filter(({ isHeading }) => !isHeading)
						.map(({ id, title }) => ({ framework: data.id, id, title, name: data.name }))
				: [],
		),
	};
}
