import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { useDeviceChoice } from "./use-device-choice.ts";

const SEALED = { read: () => sealKeys.onDevice(), write: (flag: boolean) => sealKeys.setOnDevice(flag) };

/** Whether everything that waits on this device is sealed. */
export const useSealOnDevice = () => useDeviceChoice(SEALED);
