import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { fingerprint } from "#contract/vulnerabilities.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { findingDetailQuery } from "#src/lib/findings/findings-api.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { Link } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { FindingView } from "./detail/finding-view.tsx";

export const meta = {
	title: `Vulnerability | ${site.name}`,
	description: "One finding: its evidence, what it means, which scans saw it, and the decisions about it.",
	indexable: false,
} as const;

/** Findings belong to accounts: none has a document of its own. */
export const paths: string[] = [];

/** How often to check a running retest in case its event is missed, in milliseconds. */
const LOOK_MS = 5_000;

function Body({ id }: { id: string | null }) {
	useScanEvents();
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({
		...findingDetailQuery(id ?? "", scope),
		enabled,
		refetchInterval: ({ state: { data } }) =>
			data?.retest?.status === "running" || data?.retest?.status === "pending" ? LOOK_MS : false,
	});
	return (
		<DetailStates
			noun={{ one: "finding", many: "Findings" }}
			kind="Vulnerability"
			title={({ tracked }) => tracked.title}
			missing={id === null}
			reading={reading}
		>
			{(detail) => <FindingView detail={detail} />}
		</DetailStates>
	);
}

export default function FindingDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(fingerprint, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/vulnerabilities" className="inline-flex min-h-11 items-center">
					All vulnerabilities
				</Link>
			</p>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
