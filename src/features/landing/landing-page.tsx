import { site } from "#src/config/site.ts";
import { deferred } from "#src/ui/deferred.tsx";
import { Hero } from "./hero/hero.tsx";

const BelowFold = deferred(() => import("./below-fold.tsx"));

export const meta = {
	title: `${site.name}: ${site.tagline}`,
	description: site.description,
} as const;

export default function LandingPage() {
	return (
		<>
			<Hero />
			<BelowFold />
		</>
	);
}
