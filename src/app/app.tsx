import { Suspense, useState } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { ErrorBoundary } from "./error-boundary.tsx";
import { routes } from "./routes.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";
import { useRouteChange } from "./use-route-change.ts";

type Props = {
	/** The path this document was made for; it may differ from the address (`/404`, `/offline`) until the first navigation. */
	firstPath: string;
};

export function App({ firstPath }: Props) {
	const location = useLocation();
	const [firstKey] = useState(location.key);
	useRouteChange();
	const shown = location.key === firstKey ? { ...location, pathname: firstPath } : location;
	const notFound = routes.find((route) => route.path === "/404");
	return (
		<div className="flex min-h-dvh flex-col">
			<a
				href="#main"
				className="fixed -top-24 left-4 z-30 rounded-control border border-ink bg-raised px-4 py-3 font-medium focus:top-4"
			>
				Skip to the content
			</a>
			<SiteHeader />
			<main id="main" tabIndex={-1} className="grow pt-[calc(4.5rem+env(safe-area-inset-top))] print:pt-0">
				<Suspense fallback={null}>
					<ErrorBoundary key={shown.pathname}>
						<Routes location={shown}>
							{routes.map((route) => (
								<Route key={route.path} path={route.path} element={<route.Page />} />
							))}
							{notFound && <Route path="*" element={<notFound.Page />} />}
						</Routes>
					</ErrorBoundary>
				</Suspense>
			</main>
			<SiteFooter />
			<UpdatePrompt />
		</div>
	);
}
