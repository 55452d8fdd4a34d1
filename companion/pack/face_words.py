"""What people call suits and ranks in file names, pattern by pattern: nothing but a table.

A line stands for a suit (S, H, D, C) or rank (A to K) of the French card that a face stands for; its words are English;
German; Serbian; Italian; Hungarian; Russian; Spanish; French, as far as a language has some for that pattern. Accents,
capitals and Cyrillic or Latin letters make no difference (`companion.pack.face_names.folded`). Words of "every" and
"french" hold in all patterns that do not use them for something else.
"""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "every": {
        "2": "2 two deuce; zwei; dva dvojka; due; kettő kettes; два двойка; dos; deux",
        "3": "3 three; drei; tri trojka; tre; három hármas; три тройка; tres; trois",
        "4": "4 four; vier; četiri četvorka; quattro; négy négyes; четыре четверка; cuatro; quatre",
        "5": "5 five; fünf fuenf; pet petica; cinque; öt ötös; пять пятерка; cinco; cinq",
        "6": "6 six; sechs; šest šestica; sei; hat hatos; шесть шестерка; seis; six",
        "7": "7 seven; sieben; sedam sedmica; sette; hét hetes; семь семерка; siete; sept",
        "8": "8 eight; acht; osam osmica; otto; nyolc nyolcas; восемь восьмерка; ocho; huit",
        "9": "9 nine; neun; devet devetka; nove; kilenc kilences; девять девятка; nueve; neuf",
        "T": "10 t ten; zehn; deset desetka; dieci; tíz tízes; десять десятка; diez; dix",
    },
    "french": {
        "S": "spades spade; pik; pikovi pika; picche; pikk; пики пик; picas; pique piques",
        "H": "hearts heart; herz; herc herca srce; cuori; kör; червы черви червей черв; corazones; coeur coeurs",
        "D": "diamonds diamond; karo; karo kara; quadri; káró; бубны бубен бубей; diamantes; carreau carreaux",
        "C": "clubs club; kreuz; tref trefa; fiori; treff; трефы треф крести; tréboles trébol; trèfle trèfles",
        "J": "jack j knave; bube bauer; žandar pub dečko; fante; bubi; валет; sota; valet",
        "Q": "queen q; dame; dama kraljica; donna regina; dáma; дама; reina; reine",
        "K": "king k; könig koenig; kralj; re; király; король; rey; roi",
        "A": "ace a 1; ass as; as kec; asso; ász; туз; as; as",
    },
    "german": {
        "S": "leaves leaf leafs; laub grün gruen blatt gras; list lista zelena; -; zöld levél; вини",
        "H": "hearts heart; herz rot; srce herc herca; -; piros szív; червы",
        "D": "bells bell; schellen schelle; bundeva bundeve tikva; -; tök; бубны",
        "C": "acorns acorn; eichel eicheln; žir žira; -; makk; желуди",
        "J": "under u; unter; donji; -; alsó",
        "Q": "over o q; ober; gornji; -; felső",
        "K": "king k; könig koenig; kralj; -; király",
        "A": "ace deuce a 2; daus ass sau; as kec; -; ász disznó",
    },
    "swiss": {
        "S": "shields shield; schilten schilte; štit štitovi",
        "H": "roses rose; rosen; ruža ruže",
        "D": "bells bell; schellen schelle; bundeva bundeve zvono",
        "C": "acorns acorn; eicheln eichel; žir žira",
        "J": "under u; unter; donji",
        "Q": "over o q; ober; gornji",
        "K": "king k; könig koenig; kralj",
        "A": "ace deuce a; ass daus; as",
        "T": "banner; banner; zastava",
    },
    "italian": {
        "S": "swords sword; schwerter; špade špada spadi; spade spada",
        "H": "cups cup; kelche kelch becher; kupe kupa; coppe coppa",
        "D": "coins coin; münzen muenzen; dinari dinar; denari denaro ori",
        "C": "batons baton clubs; stäbe; baštoni baštun baštuni; bastoni bastone",
        "J": "knave j; bube; fanat; fante",
        "Q": "knight q; ritter; konj; cavallo",
        "K": "king k; könig koenig; kralj; re",
        "A": "ace a 1; ass; as; asso",
    },
    "spanish": {
        "S": "swords sword; schwerter; mačevi špade; spade; -; -; espadas espada",
        "H": "cups cup; kelche kelch; kupe kupa; coppe; -; -; copas copa",
        "D": "coins coin; münzen muenzen; dinari; denari; -; -; oros oro",
        "C": "batons baton clubs; stäbe; baštoni; bastoni; -; -; bastos basto",
        "J": "knave j 10; bube; fanat; fante; -; -; sota",
        "Q": "knight q 11; ritter; konj; cavallo; -; -; caballo",
        "K": "king k 12; könig koenig; kralj; re; -; -; rey",
        "A": "ace a 1; ass; as; asso; -; -; as",
    },
    "jokers": {
        "X": "joker jokers; joker; džoker; jolly matta; jóker; джокер; comodín; joker",
        "XB": "black; schwarz schwarzer; crni; nero; fekete; черный; negro; noir",
        "XR": "red; rot roter; crveni; rosso; piros; красный; rojo; rouge",
    },
}
