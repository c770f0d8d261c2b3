import { deferred } from "#src/ui/deferred.tsx";
import { Hero } from "./hero.tsx";

const ScanSteps = deferred(() => import("./scan-steps.tsx"));

export default function LandingPage() {
	return (
		<>
			<Hero />
			<ScanSteps />
		</>
	);
}
