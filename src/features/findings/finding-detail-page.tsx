import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { fingerprint } from "#contract/vulnerabilities.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { findingDetailQuery } from "#src/lib/findings/findings-api.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { FindingView } from "./detail/finding-view.tsx";

export const meta = {
	title: `Vulnerability | ${site.name}`,
	description: "One finding: its evidence, what it means, which scans saw it and what was said of it.",
	indexable: false,
} as const;

/** Findings belong to accounts: none has a document of its own. */
export const paths: string[] = [];

/** How often to look while a retest runs, should its end not be told, in milliseconds. */
const LOOK_MS = 5_000;

function Body({ id }: { id: string | null }) {
	useScanEvents();
	const account = useAccount();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({
		...findingDetailQuery(id ?? ""),
		enabled,
		refetchInterval: ({ state: { data } }) =>
			data?.retest?.status === "running" || data?.retest?.status === "pending" ? LOOK_MS : false,
	});
	return (
		<DetailStates noun={{ one: "finding", many: "Findings" }} missing={id === null} reading={reading}>
			{(detail) => <FindingView detail={detail} />}
		</DetailStates>
	);
}

export default function FindingDetailPage() {
	const { pathname } = useLocation();
	// The address is anybody's text; a fingerprint is what the API would take for one.
	const id = z.safeParse(fingerprint, pathname.split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/vulnerabilities" className="inline-flex min-h-11 items-center">
					All vulnerabilities
				</Link>
			</p>
			<h1 className="mt-1 mb-3 font-semibold text-26 tracking-[-0.01em]">Vulnerability</h1>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
