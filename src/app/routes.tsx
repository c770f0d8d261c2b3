import { site } from "#src/config/site.ts";
import { page } from "./page.tsx";

/** One page of the product. The prerenderer writes it to `dist` under its path. */
export type AppRoute = {
	path: string;
	/** Key in Vite's manifest: the prerenderer turns it into modulepreload links. */
	file: string;
	title: string;
	description: string;
	/** Absent for pages that search engines should not list. */
	indexable: boolean;
	Page: ReturnType<typeof page>;
};

export const routes: AppRoute[] = [
	{
		path: "/",
		file: "src/features/landing/landing-page.tsx",
		title: `${site.name}: ${site.tagline}`,
		description: site.description,
		indexable: true,
		Page: page(() => import("#src/features/landing/landing-page.tsx")),
	},
	{
		path: "/outbox",
		file: "src/features/outbox-screen/outbox-page.tsx",
		title: `Outbox | ${site.name}`,
		description: "What waits on this device to be sent.",
		indexable: false,
		Page: page(() => import("#src/features/outbox-screen/outbox-page.tsx")),
	},
	{
		path: "/offline",
		file: "src/app/offline-page.tsx",
		title: `Offline | ${site.name}`,
		description: "This page is not kept on this device.",
		indexable: false,
		Page: page(() => import("./offline-page.tsx")),
	},
	{
		path: "/404",
		file: "src/app/not-found-page.tsx",
		title: `Page not found | ${site.name}`,
		description: "There is no page at this address.",
		indexable: false,
		Page: page(() => import("./not-found-page.tsx")),
	},
];
