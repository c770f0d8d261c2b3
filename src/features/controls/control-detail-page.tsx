import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { controlId } from "#contract/controls/controls.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { controlQuery } from "#src/lib/controls/controls-api.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { Link } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ControlView } from "./detail/control-view.tsx";

export const meta = {
	title: `Control | ${site.name}`,
	description: "One control: how it stands and why, its tests with their runs, what it serves, and its tasks.",
	indexable: false,
} as const;

/** Controls belong to accounts: none has a document of its own. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	useScanEvents();
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...controlQuery(id ?? "", scope), enabled });
	return (
		<DetailStates
			noun={{ one: "control", many: "Controls" }}
			kind="Control"
			kindOf={({ code }) => `Control ${code}`}
			title={({ title }) => <bdi>{title}</bdi>}
			missing={id === null}
			reading={reading}
		>
			{(control) => <ControlView control={control} readAt={reading.dataUpdatedAt} />}
		</DetailStates>
	);
}

export default function ControlDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(controlId, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/controls" className="inline-flex min-h-11 items-center">
					All controls
				</Link>
			</p>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
