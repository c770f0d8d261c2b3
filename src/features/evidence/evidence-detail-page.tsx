import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { evidenceId } from "#contract/evidence/evidence.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { evidenceDetailQuery } from "#src/lib/evidence/evidence-api.ts";
import { Link } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { DetailView } from "./detail/detail-view.tsx";

export const meta = {
	title: `Evidence | ${site.name}`,
	description: "One piece of evidence: its files, what it is about, and who had it in hand.",
	indexable: false,
} as const;

/** Evidence belongs to accounts: none has a document of its own. */
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

export default function EvidenceDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(evidenceId, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/evidence" className="inline-flex min-h-11 items-center">
					All evidence
				</Link>
			</p>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
