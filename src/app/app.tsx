import { Suspense, useEffect } from "react";
import { deferred } from "#src/ui/deferred.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { layouts } from "./layouts.tsx";
import { layoutOf, pageOf } from "./routes.tsx";
import { useRouteChange } from "./use-route-change.ts";
import { useShownLocation } from "./use-shown-location.ts";

const Prompts = deferred(() => import("./prompts.tsx"));

type Props = {
	/** The path this document was prerendered for. It may differ from the address (`/404`, `/offline`, the dashboard's shell). */
	firstPath: string;
};

/** Marks the document when the page inside this boundary is interactive: each boundary hydrates on its own. */
function Hydrated(): null {
	useEffect(() => {
		document.documentElement.dataset.hydrated = "";
	}, []);
	return null;
}

export function App({ firstPath }: Props) {
	const shown = useShownLocation(firstPath);
	useRouteChange(shown);
	const Layout = layouts[layoutOf(shown.pathname)];
	const Page = pageOf(shown.pathname);
	return (
		<div className="flex min-h-dvh flex-col">
			<a
				href="#main"
				className="fixed -top-24 left-4 z-30 rounded-control border border-ink bg-raised px-4 py-3 font-medium focus:top-4"
			>
				Skip to the content
			</a>
			<Layout path={shown.pathname}>
				<Suspense fallback={null}>
					<ErrorBoundary key={shown.pathname}>{Page && <Page path={shown.pathname} />}</ErrorBoundary>
					<Hydrated />
				</Suspense>
			</Layout>
			<Prompts />
		</div>
	);
}
