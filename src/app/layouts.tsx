import { type ComponentType, type ReactNode, Suspense } from "react";
import { deferred } from "#src/ui/deferred.tsx";
import { page } from "./page.tsx";
import type { Layout } from "./route.ts";
import { preloadScreens } from "./routes.tsx";
import { SiteHeader } from "./site/site-header.tsx";

type Props = {
	/** Of the shown page. */
	path: string;
	children: ReactNode;
};

const SiteFooter = deferred(() => import("./site/site-footer.tsx"));
const Dashboard = page(async () => {
	// Load both at once: the page inside is looked up in the table once the layout is there.
	const [layout] = await Promise.all([import("./dashboard/dashboard-layout.tsx"), preloadScreens()]);
	return layout;
});

export const layouts: Record<Layout, ComponentType<Props>> = {
	site: ({ children }) => (
		<>
			<SiteHeader />
			<main id="main" tabIndex={-1} className="grow pt-[calc(min(4.5rem,72px)+env(safe-area-inset-top))] print:pt-0">
				{children}
			</main>
			<SiteFooter />
		</>
	),
	bare: ({ children }) => (
		<main id="main" tabIndex={-1} className="flex grow flex-col">
			{children}
		</main>
	),
	dashboard: (props) => (
		<Suspense fallback={null}>
			<Dashboard {...props} />
		</Suspense>
	),
};

/** Loads a page's layout if it is not part of the app's first chunk. */
export const preloadLayout = async (layout: Layout): Promise<void> => {
	if (layout === "dashboard") await Dashboard.preload();
};

/** Keys in Vite's manifest, as a route's `file`. */
export const layoutFiles: Record<Layout, string[]> = {
	site: [],
	bare: [],
	dashboard: ["src/app/dashboard/dashboard-layout.tsx", "src/app/dashboard/screen.tsx"],
};
