"""By game who counts the ways to play a tiny position a second time (``leaf_counts.json``)."""

from __future__ import annotations

from typing import Any

from tests.companion.second import fishing, plain_tricks, shedding, special_tricks

COUNTERS: dict[str, Any] = {
    "kvinto": plain_tricks.Kvinto,
    "reversis": plain_tricks.Reversis,
    "rok2": plain_tricks.Rok,
    "rok4": plain_tricks.Rok,
    "tresento": plain_tricks.Tresento,
    "tri_sedmice": plain_tricks.TriSedmice,
    "pinc": plain_tricks.Pinc,
    "trolistak": plain_tricks.Trolistak,
    "lu": special_tricks.Lu,
    "rikken": special_tricks.Rikken,
    "dja_bai_fem": special_tricks.DjaBaiFem,
    "ziao_pengju": special_tricks.ZiaoPengju,
    "kalabra": fishing.Kalabra,
    "dzep_kop": fishing.DzepKop,
    "cuhna": shedding.Cuhna,
    "velika_budala": shedding.VelikaBudala,
    "ziletka": shedding.Ziletka,
    "trojke_dvojke": shedding.TrojkeDvojke,
}
