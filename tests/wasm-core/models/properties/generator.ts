import { LIBRARIES, OLD_XGBOOST } from './python.ts';

/** The script that makes random models with the libraries' own answers. */
export const GENERATOR = 'tests/wasm-core/models/properties/generate.py';

/** Libraries whose models are made, with the packages that hold them; `name` is also the folder of their fixtures. */
export const STORES = [
  { name: 'xgboost_3_4', library: 'xgboost', requirements: LIBRARIES },
  { name: 'xgboost_1_7', library: 'xgboost', requirements: OLD_XGBOOST },
  { name: 'lightgbm_4_6', library: 'lightgbm', requirements: LIBRARIES },
] as const;
