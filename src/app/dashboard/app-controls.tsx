import { useIsFetching } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router-dom";
import { queryClient } from "#src/lib/data/query-client.ts";
import { codeIn, inClient } from "#src/lib/workspace/routing/address.ts";
import { busyMarks } from "#src/sw-bridge/busy.ts";
import { Icon } from "#src/ui/icon.tsx";

const CONTROL =
	"grid size-11 cursor-pointer place-items-center rounded-control text-ink hover:text-accent disabled:cursor-default disabled:text-quiet";
/** Where Back goes if there is no history. */
const homeOf = (path: string) => (path.startsWith("/dashboard") ? inClient("/dashboard/overview", codeIn(path)) : "/");

/** Whether this window has a page to go back to. Only some browsers can tell its own history from another site's. */
const canGoBack = (): boolean => {
	const { navigation } = window as { navigation?: { canGoBack: boolean } };
	return navigation ? navigation.canGoBack : history.length > 1;
};

/** Back and Refresh, like those of a browser, for windows without a browser's toolbar. */
export default function AppControls() {
	const navigate = useNavigate();
	const { pathname } = useLocation();
	// The public pages don't have a provider for it.
	const reading = useIsFetching({}, queryClient) > 0;

	const back = () => {
		if (canGoBack()) history.back();
		else if (pathname !== homeOf(pathname)) navigate(homeOf(pathname));
	};
	const refresh = () => {
		// A reload would lose what the user typed, so reload only the data on screen.
		if (busyMarks.has()) void queryClient.refetchQueries({ type: "active" });
		else location.reload();
	};

	return (
		<div data-app-controls="" className="-ms-2.5 hidden items-center frameless:flex">
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
