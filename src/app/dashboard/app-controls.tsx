import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { busyMarks } from "#src/sw-bridge/busy.ts";
import { Icon } from "#src/ui/icon.tsx";

const CONTROL =
	"grid size-11 cursor-pointer place-items-center rounded-control text-ink hover:text-accent disabled:cursor-default disabled:text-quiet";
/** Where Back leads when there is nothing to go back to. */
const HOME = "/dashboard/overview";

/** Whether this window has been anywhere before. Only some browsers can tell its own steps from others'. */
const canGoBack = (): boolean => {
	const { navigation } = window as { navigation?: { canGoBack: boolean } };
	return navigation ? navigation.canGoBack : history.length > 1;
};

/** What a browser's own frame has: Back and Refresh, only where there is no frame. */
export function AppControls({ path }: { path: string }) {
	const navigate = useNavigate();
	const queries = useQueryClient();
	const reading = useIsFetching() > 0;

	const back = () => {
		if (canGoBack()) history.back();
		else if (path !== HOME) navigate(HOME);
	};
	const refresh = () => {
		// A reload would take what is typed: then only what is shown is read anew.
		if (busyMarks.has()) void queries.refetchQueries({ type: "active" });
		else location.reload();
	};

	return (
		<div className="-ms-2.5 hidden items-center frameless:flex">
			<button type="button" onClick={back} className={CONTROL}>
				<Icon name="back" />
				<span className="sr-only">Back</span>
			</button>
			<button type="button" onClick={refresh} aria-busy={reading} className={CONTROL}>
				<Icon name="refresh" />
				<span className="sr-only">Refresh</span>
			</button>
		</div>
	);
}
