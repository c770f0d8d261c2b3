import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { type AssessmentDetail, type AssessmentRequest, assessmentId } from "#contract/assessments/assessments.ts";
import type { ClientId } from "#contract/ids.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { asAssessment, assessmentShown } from "#src/lib/assessments/assessment-shown.ts";
import { assessmentQuery, templatesQuery } from "#src/lib/assessments/assessments-api.ts";
import { currentMe } from "#src/lib/assessments/use-answer.ts";
import { accountView, type Reading } from "#src/lib/data/account-view.ts";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { readAddress, writeAddress } from "./assessment-address.ts";
import { AssessmentOverview } from "./overview/assessment-overview.tsx";
import { SigningScreen } from "./signing/signing-screen.tsx";
import { VisitScreen } from "./visit/visit-screen.tsx";

export const meta = {
	title: `Assessment | ${site.name}`,
	description: "One assessment: its questions, what is missing, who has signed, and what follows from it.",
	indexable: false,
} as const;

/** Assessments belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

/** An assessment as read from the server, or as started here until the server has it. */
function useAssessment(id: string | null) {
	const account = useAccount();
	const { scope, client, workspace } = useScope();
	const isRead = useEntries() !== null;
	const entries = useWords();
	const isOpen = id !== null && account.status === "known" && !account.locked;
	const begun = entries.find(
		({ request }) => request.kind === "assessment" && (request.body as AssessmentRequest).id === id,
	);
	const waits = begun !== undefined && isWaiting(begun);
	const reading = useQuery({ ...assessmentQuery(id ?? "", scope), enabled: isOpen && isRead && !waits });
	const isHere = begun !== undefined && reading.data === undefined;
	const templates = useQuery({ ...templatesQuery(scope), enabled: isOpen && isHere });
	if (!isHere) return { entries, begun: null, reading };
	const body = begun.request.body as AssessmentRequest;
	const own = client ?? workspace?.clients.find((one) => one.own);
	const found = templates.data?.templates.find(
		({ template }) => template.id === body.template.id && template.version === body.template.version,
	);
	const clientId = (begun.clientId ?? own?.id ?? "") as ClientId;
	const data = found && asAssessment(body, found.template, clientId, currentMe());
	const here: Reading<AssessmentDetail> & { refetch(): unknown } = {
		data,
		error: data ? null : templates.error,
		dataUpdatedAt: begun.createdAt,
		fetchStatus: templates.fetchStatus,
		refetch: templates.refetch,
	};
	return { entries, begun: begun.status === "accepted" ? null : begun, reading: here };
}

function Body({ id }: { id: string | null }) {
	useScanEvents();
	const { can } = useScope();
	const { address, go } = useAddress(readAddress, writeAddress);
	const { entries, begun, reading } = useAssessment(id);
	const before = useRef(address.shows);
	useEffect(() => {
		if (before.current !== address.shows) scrollTo({ top: 0, behavior: "instant" });
		before.current = address.shows;
	}, [address.shows]);
	const view = accountView(useAccount(), reading, useOnline());
	const { data: read, dataUpdatedAt: readAt } = reading;
	if (view.status === "shown" && read) {
		if (address.shows === "visit" && can("answer")) {
			return (
				<VisitScreen
					read={read}
					readAt={readAt}
					entries={entries}
					wanted={address.question}
					go={(to) => go(() => to)}
				/>
			);
		}
		if (address.shows === "signing") {
			const shown = assessmentShown(read, entries, readAt, currentMe());
			return <SigningScreen read={read} shown={shown} onSigned={() => go(() => ({ shows: "overview" }))} />;
		}
	}
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/assessments" className="inline-flex min-h-11 items-center">
					All assessments
				</Link>
			</p>
			<DetailStates
				noun={{ one: "assessment", many: "Assessments" }}
				kind="Assessment"
				kindOf={({ templateTitle }) => templateTitle}
				title={({ title }) => <bdi>{title}</bdi>}
				missing={id === null}
				reading={reading}
			>
				{(data) => (
					<AssessmentOverview
						shown={assessmentShown(data, entries, readAt, currentMe())}
						entries={entries}
						begun={begun}
					/>
				)}
			</DetailStates>
		</div>
	);
}

export default function AssessmentDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(assessmentId, screenPath(pathname).split("/")[3]);
	return <Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />;
}
