import { type ComponentType, lazy, useState } from "react";

/** The contents of a document's head. */
export type PageMeta = {
	title: string;
	description: string;
	/** If absent, search engines may list it. */
	indexable?: false;
	/** The canonical address of the same content. Defaults to this one. */
	canonical?: string;
	/** Its schema.org description. */
	data?: Record<string, unknown>;
};

/** The exports of a page's file. */
export type PageModule = {
	default: ComponentType;
	/** A function if one file is the page of several addresses. */
	meta: PageMeta | ((path: string) => PageMeta);
	/** The addresses to prerender if the route's path has parameters. */
	paths?: string[];
};

/** A page or layout with its own chunk: lazy when navigated to, synchronous once preloaded (prerendering, first hydration). */
export function page<P extends object, M extends object>(load: () => Promise<M & { default: ComponentType<P> }>) {
	let loaded: ComponentType<P> | undefined;
	const Lazy = lazy(load) as ComponentType<P>;
	// biome-ignore lint/correctness/noComponentHookFactories: called once per route while the module loads, so the type is stable.
	function Page(props: P) {
		// Fixed for this mount: changing the component type later would discard its state.
		const [Content] = useState<ComponentType<P>>(() => loaded ?? Lazy);
		return <Content {...props} />;
	}
	const preload = async () => {
		const module = await load();
		loaded = module.default;
		return module;
	};
	return Object.assign(Page, { preload });
}

export const metaOf = ({ meta }: PageModule, path: string): PageMeta =>
	typeof meta === "function" ? meta(path) : meta;
