import { useQuery } from "@tanstack/react-query";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { evidenceDetailQuery } from "#src/lib/evidence/evidence-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { DetailView } from "./detail/detail-view.tsx";

export const meta = {
	title: `Evidence | ${site.name}`,
	description: "One piece of evidence: its files, what it is about, and who had it in hand.",
	indexable: false,
} as const;

/** Evidence belongs to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...evidenceDetailQuery(id ?? "", scope), enabled });
	return (
		<DetailStates
			noun={{ one: "piece of evidence", many: "Evidence" }}
			kind="Evidence"
			title={({ title }) => <bdi>{title}</bdi>}
			missing={id === null}
			reading={reading}
		>
			{(evidence) => <DetailView evidence={evidence} readAt={reading.dataUpdatedAt} />}
		</DetailStates>
	);
}

const LIST = { path: "/dashboard/evidence", label: "All evidence" };

export default function EvidenceDetailPage() {
	return (
		<DetailPage id={evidenceId} list={LIST}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}
