import { Suspense, startTransition, useEffect, useState } from "react";
import { type Location, useLocation } from "react-router-dom";
import { latePart } from "#src/ui/late-part.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { layouts } from "./layouts.tsx";
import { SHELL } from "./route.ts";
import { layoutOf, pageOf } from "./routes.tsx";
import { useRouteChange } from "./use-route-change.ts";

const withoutTrailingSlash = (path: string) => path.replace(/(?<=[^/])\/+$/, "");

/**
 * The location of the page being shown. A document served at other addresses (`/404`, the dashboard's shell) hydrates as itself,
 * without a query, and then shows the page of the address. `/offline` stays until the next navigation, because the address's own page
 * couldn't be loaded.
 */
function useShownLocation(firstPath: string): Location {
	const location = useLocation();
	const [firstKey] = useState(location.key);
	const [asPrerendered, setAsPrerendered] = useState(
		firstPath === SHELL || firstPath !== withoutTrailingSlash(location.pathname) || location.search !== "",
	);
	useEffect(() => {
		// A transition: the old page stays until the new one's code has loaded.
		if (firstPath !== "/offline") startTransition(() => setAsPrerendered(false));
	}, [firstPath]);
	if (asPrerendered && location.key === firstKey) return { ...location, pathname: firstPath, search: "" };
	return location.pathname === SHELL ? { ...location, pathname: "/dashboard" } : location;
}

const Prompts = latePart(() => import("./prompts.tsx"));

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
	const layout = layoutOf(shown.pathname);
	const Layout = layouts[layout];
	const Page = pageOf(shown.pathname);
	return (
		<div className="flex min-h-dvh flex-col">
			<a
				href="#main"
				className="fixed -top-24 left-4 z-30 rounded-control border border-ink bg-raised px-4 py-3 font-medium focus:top-4"
			>
				Skip to the content
			</a>
			<ErrorBoundary key={layout} frame={(explanation) => <layouts.bare path="">{explanation}</layouts.bare>}>
				<Layout path={shown.pathname}>
					<Suspense fallback={null}>
						<ErrorBoundary key={shown.pathname}>{Page && <Page path={shown.pathname} />}</ErrorBoundary>
						<Hydrated />
					</Suspense>
				</Layout>
			</ErrorBoundary>
			<Prompts />
		</div>
	);
}
