import { toCountryName } from '#data/names.ts';

/** Countries that the stores are read in, ISO 3166 alpha-2 in lower case. */
const CODES = `ae ai am ao ar at au az bb be bg bh bm bn bo br bw by bz ca ch cl cn co cr cy cz de dk dm
  dz ec ee eg es fi fr gb gd gh gr gt gy hk hn hr hu id ie il in is it jm jo jp ke kr kw ky
  lb lk lt lu lv mg mk ml mo ms mt mu mx my ne ng ni nl no np nz om pa pe ph pk pl pt py qa
  ro ru sa se sg si sk sn sr sv th tn tr tw tz ua ug us uy uz ve vg vn ye za`;

/** Countries of the stores by their English names, as choices. */
export const COUNTRIES: readonly { readonly value: string; readonly label: string }[] = CODES.split(/\s+/u)
  .map((value) => ({ value, label: toCountryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
