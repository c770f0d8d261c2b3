import { type ComponentType, lazy, useState } from "react";

type Loader = () => Promise<{ default: ComponentType }>;

/** A page with a chunk of its own: lazy when navigated to, synchronous once preloaded (prerendering, first hydration). */
export function page(load: Loader) {
	let loaded: ComponentType | undefined;
	const Lazy = lazy(load);
	// biome-ignore lint/correctness/noComponentHookFactories: called once per route while the module loads, so the type is stable.
	function Page() {
		// Fixed for this mount: changing the component type later would throw its state away.
		const [Content] = useState<ComponentType>(() => loaded ?? Lazy);
		return <Content />;
	}
	const preload = async () => {
		loaded = (await load()).default;
	};
	return Object.assign(Page, { preload });
}
