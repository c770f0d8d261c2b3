import { useQuery } from "@tanstack/react-query";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { type Here, useOnceAllowed } from "../room/workspace-part.tsx";
import { AddTrackerSection } from "./add-tracker-section.tsx";
import { trackersQuery } from "./trackers-api.ts";
import { TrackersSection } from "./trackers-section.tsx";

function Allowed(here: Here) {
	const reading = useQuery(trackersQuery(here.scope));
	return (
		<>
			<AccountData
				what="the trackers"
				notKept="Trackers are not kept on this device. They load when you are back online."
				reading={reading}
			>
				{(list) => <TrackersSection {...here} {...list} />}
			</AccountData>
			{reading.data?.available !== false && <AddTrackerSection {...here} />}
		</>
	);
}

/** Where findings and tasks become issues. */
export function Trackers(here: Here) {
	const isAllowed = useOnceAllowed(here.may("manage"));
	return isAllowed ? <Allowed {...here} /> : <p className="text-15">{whoCan("manage")} connect trackers.</p>;
}
