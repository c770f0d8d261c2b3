import { useEffect, useState } from "react";

/** The device's time in milliseconds, updated every second while `running`. 0 on a prerendered page until it hydrates. */
export function useNow(running = true): number {
	const [now, setNow] = useState(0);
	useEffect(() => {
		if (!running) return;
		const look = () => setNow(Date.now());
		look();
		const timer = setInterval(look, 1000);
		return () => clearInterval(timer);
	}, [running]);
	return now;
}
