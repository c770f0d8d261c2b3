import { useEffect, useState } from "react";

/** The device's time in milliseconds, looked at again every second while `running`. Never on a prerendered page: 0 until it is alive. */
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
